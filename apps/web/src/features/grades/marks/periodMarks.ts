import type { RequestOf } from '@apoderados/contract/calls/api'
import type { PeriodMark } from '@apoderados/contract/grades'
import { useApis } from '../../../shared/api/useApi.ts'
import type { Period } from '../period.ts'

type Request = RequestOf<'getPeriodMarks'>

/** Loads the marks of each period once `areDue` is true, so that subjects that were never opened have them offline. */
export const usePrefetchedMarks = (requests: readonly Request[], areDue: boolean) =>
  useApis('getPeriodMarks', requests, () => areDue)

/** The loaded marks of each period; it sends no call. */
export const useLoadedMarks = (requests: readonly Request[]) =>
  useApis('getPeriodMarks', requests, () => false)

export type SubjectMarks = {
  period: Period
  /** The marks with dates and weights; undefined if they are not loaded. */
  marks: readonly PeriodMark[] | undefined
  isPending: boolean
}

/** A subject's loaded marks in each period; it sends no call. */
export function useSubjectMarks(
  student_id: number,
  periods: readonly Period[],
  course_subject_id: number,
): SubjectMarks[] {
  const answers = useLoadedMarks(periods.map(({ id }) => ({ student_id, establishment_sub_period_id: id })))
  return periods.map((period, index) => {
    const { data, isPending = false } = answers[index] ?? {}
    const marks = data?.subjects.find(({ id }) => id === course_subject_id)?.qualifications
    return { period, marks, isPending }
  })
}
