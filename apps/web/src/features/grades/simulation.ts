import {
  averageOfMarks,
  fromTenths,
  type Rounding,
  toTenths,
  type WeightedMark,
} from '@apoderados/contract/averages'
import type { RequestOf } from '@apoderados/contract/calls/api'
import type { PeriodMark, SubjectAverage } from '@apoderados/contract/grades'
import { useState } from 'react'
import { oneDecimal } from '../../shared/text/format.ts'
import { useLoadedMarks } from './periodMarks.ts'
import { hasConcept, isPending } from './scale.ts'

/** The subject's real marks and the school's rules for averages, from which a simulation starts. */
export type SimulationBasis = { marks: readonly PeriodMark[]; rounding: Rounding; usesWeights: boolean }

export const toWeightedMark = ({ qualification, weight }: PeriodMark): WeightedMark => ({
  tenths: toTenths(qualification),
  weight,
})

const isRounding = (value: string | null): value is Rounding => value === 'round' || value === 'truncate'

/** The basis of a simulation; undefined if data are missing or the marks' average differs from the published one. */
export function useSimulationBasis(
  { student_id, establishment_sub_period_id }: RequestOf<'getPeriodMarks'>,
  subject: SubjectAverage,
): SimulationBasis | undefined {
  const { data } = useLoadedMarks([{ student_id, establishment_sub_period_id }])[0] ?? {}
  const marks = data?.subjects.find(({ id }) => id === subject.id)?.qualifications
  if (!data || !marks || hasConcept(subject) || !isRounding(data.rounding)) return undefined
  const { rounding } = data
  const isCurrent = averageOfMarks(marks.map(toWeightedMark), rounding) === toTenths(subject.average)
  return isCurrent ? { marks, rounding, usesWeights: data.uses_weights === true } : undefined
}

const LOWEST_GRADE_TENTHS = 10
const HIGHEST_GRADE_TENTHS = 70
const WEIGHT_MAX = 100_000

/** A typed grade in tenths: '5,5' and '5.5' → 55, '5' → 50. Null for an empty text, undefined for an invalid one. */
export function readGrade(text: string): number | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const [, integerPart, decimal = '0'] = /^(\d)(?:[.,](\d?))?$/.exec(trimmed) ?? []
  const tenths = Number(integerPart) * 10 + Number(decimal)
  return tenths >= LOWEST_GRADE_TENTHS && tenths <= HIGHEST_GRADE_TENTHS ? tenths : undefined
}

/** A typed weight from 1 to 100,000; undefined for any other text. */
export function readWeight(text: string): number | undefined {
  const weight = Number(text.trim())
  return Number.isInteger(weight) && weight >= 1 && weight <= WEIGHT_MAX ? weight : undefined
}

/** Tenths as a grade: 55 → '5,5'; null → '—'. */
export const formatTenths = (tenths: number | null): string => oneDecimal(fromTenths(tenths))

export type NeededMark =
  /** The target is reached even with the lowest mark in every open evaluation. */
  | { kind: 'reached' }
  /** `tenths` is the lowest mark that reaches the target if every open evaluation has it. */
  | { kind: 'needed'; tenths: number }
  /** The target cannot be reached; `best` is the average in tenths with the highest mark in every open evaluation. */
  | { kind: 'unreachable'; best: number | null }

/** The mark that the open evaluations, those without tenths, need for an average of `target` tenths. */
export function neededMark(marks: readonly WeightedMark[], target: number, rounding: Rounding): NeededMark {
  const averageWith = (open: number) =>
    averageOfMarks(
      marks.map(({ tenths, weight }) => ({ tenths: tenths ?? open, weight })),
      rounding,
    )
  for (let tenths = LOWEST_GRADE_TENTHS; tenths <= HIGHEST_GRADE_TENTHS; tenths += 1) {
    if ((averageWith(tenths) ?? 0) >= target)
      return tenths === LOWEST_GRADE_TENTHS ? { kind: 'reached' } : { kind: 'needed', tenths }
  }
  return { kind: 'unreachable', best: averageWith(HIGHEST_GRADE_TENTHS) }
}

/** An evaluation without a mark: a pending one of the school, or one that the parent adds. */
export type Evaluation = {
  key: string
  name: string
  /** The mark as the parent typed it. */
  text: string
  /** The weight as the parent typed it; null for a pending evaluation, and at a school without weights. */
  weightText: string | null
  /** The weight that the school has set; null if it has set none. */
  weight: number | null
}

/** The mean weight of the subject's marks, or 1 without weights: the initial weight of an added evaluation. */
function meanWeight({ marks }: SimulationBasis): number {
  const weights = marks.flatMap(({ weight }) => weight ?? [])
  return weights.length === 0 ? 1 : Math.round(weights.reduce((sum, next) => sum + next, 0) / weights.length)
}

const addedEvaluation = (basis: SimulationBasis, number: number): Evaluation => ({
  key: `extra-${number}`,
  name: `Nota supuesta ${number}`,
  text: '',
  weightText: basis.usesWeights ? String(meanWeight(basis)) : null,
  weight: null,
})

/** One more than the highest number of the added evaluations, so that names stay unique after a removal. */
const nextAddedNumber = (all: readonly Evaluation[]) =>
  1 + Math.max(0, ...all.map(({ key }) => Number(/^extra-(\d+)$/.exec(key)?.[1] ?? 0)))

/** The state of a simulation's evaluations; `marks` are the real and the supposed marks together. */
export function useEvaluations(basis: SimulationBasis) {
  const [evaluations, setEvaluations] = useState<readonly Evaluation[]>(() => {
    const pending = basis.marks.filter(isPending).map(({ id, name, weight }) => ({
      key: String(id),
      name,
      text: '',
      weightText: null,
      weight,
    }))
    return pending.length > 0 ? pending : [addedEvaluation(basis, 1)]
  })
  const gradedMarks = basis.marks.filter(({ qualification }) => qualification !== null)
  const hypothetical = evaluations.map(
    ({ text, weightText, weight }): WeightedMark => ({
      tenths: readGrade(text) ?? null,
      weight: weightText === null ? weight : (readWeight(weightText) ?? 1),
    }),
  )
  return {
    gradedMarks,
    evaluations,
    marks: [...gradedMarks.map(toWeightedMark), ...hypothetical],
    areValid: evaluations.every(
      ({ text, weightText }) =>
        readGrade(text) !== undefined && (weightText === null || readWeight(weightText) !== undefined),
    ),
    change: (key: string, typed: Partial<Pick<Evaluation, 'text' | 'weightText'>>) =>
      setEvaluations((all) => all.map((one) => (one.key === key ? { ...one, ...typed } : one))),
    add: () => setEvaluations((all) => [...all, addedEvaluation(basis, nextAddedNumber(all))]),
    remove: (key: string) => setEvaluations((all) => all.filter((one) => one.key !== key)),
  }
}
