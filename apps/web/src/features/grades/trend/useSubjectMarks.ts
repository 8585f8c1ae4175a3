import type { PeriodMark, SubPeriod } from '@apoderados/contract/grades'
import { useApis } from '../../../shared/api/useApi.ts'

export type SubjectMarks<P extends SubPeriod> = {
  period: P
  /** The marks with dates and weights; undefined if they are not loaded. */
  marks: readonly PeriodMark[] | undefined
  isPending: boolean
}

/** A subject's loaded marks in each sub-period; it sends no call. */
export function useSubjectMarks<P extends SubPeriod>(
  student_id: number,
  periods: readonly P[],
  course_subject_id: number,
): SubjectMarks<P>[] {
  const answers = useApis(
    'getPeriodMarks',
    periods.map(({ id }) => ({ student_id, establishment_sub_period_id: id })),
    () => false,
  )
  return periods.map((period, index) => {
    const { data, isPending = false } = answers[index] ?? {}
    const marks = data?.subjects.find(({ id }) => id === course_subject_id)?.qualifications
    return { period, marks, isPending }
  })
}
