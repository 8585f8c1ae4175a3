import type { RequestOf, ResponseOf } from '@apoderados/contract/calls/api'
import type { PeriodMark } from '@apoderados/contract/grades'
import type { PageQuery } from '../../../shared/api/pageQuery.ts'
import { useApi, useApis } from '../../../shared/api/useApi.ts'
import type { Period } from '../period.ts'

type MarksRequest = RequestOf<'getPeriodMarks'>

/** Loads all marks once `areDue` is true, so that a subject that was never opened can be shown without a network. */
export const usePrefetchedMarks = (requests: readonly MarksRequest[], areDue: boolean) =>
  useApis('getPeriodMarks', requests, () => areDue)

/** Returns the cached marks of each period, without a call to the server. */
export const useLoadedMarks = (requests: readonly MarksRequest[]) =>
  useApis('getPeriodMarks', requests, () => false)

/** A subject's marks in one period. */
export type SubjectMarksOfPeriod = {
  period: Period
  /** The marks with dates and weights; undefined if they are not loaded. */
  marks: readonly PeriodMark[] | undefined
  isPending: boolean
}

/** Returns a subject's cached marks in each period, without a call to the server. */
export function useSubjectMarks(
  student_id: number,
  periods: readonly Period[],
  course_subject_id: number,
): SubjectMarksOfPeriod[] {
  const responses = useLoadedMarks(periods.map(({ id }) => ({ student_id, establishment_sub_period_id: id })))
  return periods.map((period, index) => {
    const { data, isPending = false } = responses[index] ?? {}
    const marks = data?.subjects.find(({ id }) => id === course_subject_id)?.qualifications
    return { period, marks, isPending }
  })
}

type QualificationsCall = 'getPeriodQualificationsBySubject'

/** A subject's grades in a period: the response about the subject or, if newer, those among the period's marks. */
export function useQualifications(
  request: RequestOf<QualificationsCall>,
): PageQuery & { data?: ResponseOf<QualificationsCall> | undefined } {
  const { course_subject_id, ...period } = request
  const ownResponse = useApi('getPeriodQualificationsBySubject', request)
  const { data: marks, dataUpdatedAt = 0 } = useLoadedMarks([period])[0] ?? {}
  const data = marks?.subjects.find(({ id }) => id === course_subject_id)
  if (!data || dataUpdatedAt <= ownResponse.dataUpdatedAt) return ownResponse
  const { error, refetch } = ownResponse
  return { data, dataUpdatedAt, error, refetch, isPending: false, isLoadingError: false }
}
