import type { RequestOf, ResponseOf } from '@apoderados/contract/calls/api'
import type { PageQuery } from '../../../shared/api/pageQuery.ts'
import { useApi } from '../../../shared/api/useApi.ts'
import { useLoadedMarks } from './periodMarks.ts'

type QualificationsCall = 'getPeriodQualificationsBySubject'

/**
 * A subject's qualifications in a period: the answer about the subject or, if the marks of the whole period are newer,
 * those of the subject among them. So a subject that was never opened can be shown without a network.
 */
export function useQualifications(
  request: RequestOf<QualificationsCall>,
): PageQuery & { data?: ResponseOf<QualificationsCall> | undefined } {
  const { course_subject_id, ...period } = request
  const ownAnswer = useApi('getPeriodQualificationsBySubject', request)
  const { data: marks, dataUpdatedAt = 0 } = useLoadedMarks([period])[0] ?? {}
  const data = marks?.subjects.find(({ id }) => id === course_subject_id)
  if (!data || dataUpdatedAt <= ownAnswer.dataUpdatedAt) return ownAnswer
  const { error, refetch } = ownAnswer
  return { data, dataUpdatedAt, error, refetch, isPending: false, isLoadingError: false }
}
