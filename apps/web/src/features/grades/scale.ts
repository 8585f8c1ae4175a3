import type { Qualification, SubjectAverage } from '@apoderados/contract/grades'
import { MISSING } from '../../shared/text/format.ts'

const LOWEST = 1
const HIGHEST = 7
const PASSING = 4

/** Compares the unrounded grade: 3.95 is under 4, although it is shown as 4,0. */
export const isBelow = (grade: number | null): boolean => grade !== null && grade < PASSING

/** The position of a grade on the scale from 1,0 to 7,0, in per cent. */
export const scalePercent = (grade: number): number =>
  ((Math.min(Math.max(grade, LOWEST), HIGHEST) - LOWEST) / (HIGHEST - LOWEST)) * 100

/** Whether the subject is graded with a concept; unknown scales of a newer server count as concepts. */
export const hasConcept = ({ scale_type }: { scale_type: string }): boolean => scale_type !== 'number'

/** The names of the usual concepts of Religión and Orientación. Those of a school's own scale are shown unchanged. */
const CONCEPTS = new Map([
  ['MB', 'Muy bueno'],
  ['B', 'Bueno'],
  ['S', 'Suficiente'],
  ['I', 'Insuficiente'],
])

/** 'MB' → 'MB · Muy bueno'; null → '—'. */
export function conceptLabel(concept: string | null): string {
  if (!concept) return MISSING
  const name = CONCEPTS.get(concept)
  return name ? `${concept} · ${name}` : concept
}

export type NumberedAverage = SubjectAverage & { average: number }

export const isNumbered = (subject: SubjectAverage): subject is NumberedAverage =>
  !hasConcept(subject) && subject.average !== null

/** Whether the assessment has neither a number nor a concept yet. */
export const isPending = ({ qualification, note_scale_value }: Qualification): boolean =>
  qualification === null && !note_scale_value

/** The numeric grade; null for a concept or a pending grade. */
export const numericGrade = ({ qualification, note_scale_value }: Qualification): number | null =>
  note_scale_value ? null : qualification
