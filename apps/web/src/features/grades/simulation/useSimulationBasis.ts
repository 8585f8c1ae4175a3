import { averageOfMarks, type Rounding, toTenths, type WeightedMark } from '@apoderados/contract/averages'
import type { RequestOf } from '@apoderados/contract/calls/api'
import type { PeriodMark, SubjectAverage } from '@apoderados/contract/grades'
import { useLoadedMarks } from '../marks/periodMarks.ts'
import { hasConcept } from '../scale.ts'

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
