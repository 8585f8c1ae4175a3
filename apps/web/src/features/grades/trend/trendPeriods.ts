import type { Qualification } from '@apoderados/contract/grades'
import type { SubjectMarksOfPeriod } from '../marks/periodMarks.ts'
import { numericGrade } from '../scale.ts'

export type TrendPeriod = {
  id: number
  name: string
  /** The subject's average in the period. */
  average: number | null
  marks: { id: number; name: string; date: string | null; grade: number }[]
}

/** A subject's grades in the open period, as the detail lists them. */
type ShownGrades = { period_id: number; course_subject_id: number; qualifications: readonly Qualification[] }

/**
 * The periods in which the subject has numeric grades, and those in which it has an average while its grades are still
 * loading. In the open period, the grades of `shown` replace those of `marks`.
 */
export function trendPeriods(marks: readonly SubjectMarksOfPeriod[], shown: ShownGrades): TrendPeriod[] {
  return marks.flatMap(({ period: { id, name, grades }, marks = [], isPending }) => {
    const average =
      grades?.averages.find((subject) => subject.id === shown.course_subject_id)?.average ?? null
    const dates = new Map(marks.map(({ id, date }) => [id, date]))
    const graded = (id === shown.period_id ? shown.qualifications : marks).flatMap((mark) => {
      const grade = numericGrade(mark)
      return grade === null ? [] : { id: mark.id, name: mark.name, date: dates.get(mark.id) ?? null, grade }
    })
    const isShown = graded.length > 0 || (isPending && average !== null)
    return isShown ? [{ id, name, average, marks: graded }] : []
  })
}
