import { averageOfMarks, type Rounding, type WeightedMark } from '@apoderados/contract/averages'
import { formatTenths } from './gradeInput.ts'
import { neededMark } from './neededMark.ts'

type Props = { target: number; marks: readonly WeightedMark[]; rounding: Rounding }

/** States whether the target average, in tenths, can be reached, and with which mark in the open evaluations. */
export function TargetAnswer({ target, marks, rounding }: Props) {
  const open = marks.filter(({ tenths }) => tenths === null).length
  if (open === 0) {
    const average = averageOfMarks(marks, rounding)
    return average !== null && average >= target
      ? 'Con estas notas la alcanza.'
      : `No se alcanza: con estas notas llegaría a ${formatTenths(average)}.`
  }
  const needed = neededMark(marks, target, rounding)
  if (needed.kind === 'reached') return 'Ya la tiene.'
  if (needed.kind === 'unreachable') {
    const each = open === 1 ? '' : ' en cada una'
    return `No se alcanza: con un 7,0${each} llegaría a ${formatTenths(needed.best)}.`
  }
  const where =
    open === 1 ? 'en la evaluación que falta' : `en cada una de las ${open} evaluaciones que faltan`
  return `Necesita un ${formatTenths(needed.tenths)} ${where}.`
}
