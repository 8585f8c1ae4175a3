import type { RequestOf, ResponseOf } from '@apoderados/contract/calls/api'
import type { PageQuery } from '../../../shared/api/pageQuery.ts'
import { useApi } from '../../../shared/api/useApi.ts'
import { useLoadedMarks } from './periodMarks.ts'

type Name = 'getPeriodQualificationsBySubject'

/**
 * A subject's qualifications: its own answer or, while that is missing or older, the marks of the period. So a subject
 * that was never opened is available offline.
 */
export function useQualifications(
  request: RequestOf<Name>,
): PageQuery & { data?: ResponseOf<Name> | undefined } {
  const { course_subject_id, ...period } = request
  const own = useApi('getPeriodQualificationsBySubject', request)
  const { data: marks, dataUpdatedAt = 0 } = useLoadedMarks(period) ?? {}
  const data = marks?.subjects.find(({ id }) => id === course_subject_id)
  if (!data || dataUpdatedAt <= own.dataUpdatedAt) return own
  const { error, refetch } = own
  return { data, dataUpdatedAt, error, refetch, isPending: false, isLoadingError: false }
}
