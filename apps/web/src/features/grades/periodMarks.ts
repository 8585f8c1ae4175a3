import type { RequestOf, ResponseOf } from '@apoderados/contract/calls/api'
import type { PeriodMark, SubPeriod } from '@apoderados/contract/grades'
import type { NewsItem } from '@apoderados/contract/news'
import { createContext } from 'react'
import type { PageQuery } from '../../shared/api/pageQuery.ts'
import { queryClient } from '../../shared/api/queryClient.ts'
import { useApi, useApis } from '../../shared/api/useApi.ts'

/** A sub-period; `grades` has the averages, and is undefined until they have loaded. */
export type Period = SubPeriod & { grades: ResponseOf<'getPeriodQualifications'> | undefined }

/** The news about grades of the selected tab's period that are or were unread while the page is open. */
export const NewGradesContext = createContext<readonly NewsItem[]>([])

type SubPeriods = ResponseOf<'getSubPeriods'>

/**
 * Returns the id, as text, of the sub-period in `list` whose id the address gives as `value`. If `value` is the id of a
 * period of another child's school, it returns that of the period in `list` with the same name; else undefined.
 */
export function periodNamed(value: string, list: SubPeriods): string | undefined {
  const idOf = (isWanted: (period: SubPeriods[number]) => boolean) => list.find(isWanted)?.id.toString()
  const isNamed = ({ id }: { id: number }) => String(id) === value
  const ownId = idOf(isNamed)
  if (ownId) return ownId
  const known = queryClient.getQueriesData<SubPeriods>({ queryKey: ['getSubPeriods'] })
  const name = known.flatMap(([, periods]) => periods ?? []).find(isNamed)?.name
  return name === undefined ? undefined : idOf((period) => period.name === name)
}

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
