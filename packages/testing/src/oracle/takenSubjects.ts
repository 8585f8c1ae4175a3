import type { Fixture } from './oracleRows.ts'
import type { Enrollment } from './studentAccess.ts'

export const findSubject = (fixture: Fixture, id: number | null) =>
  fixture.courseSubjects.find((row) => row.id === id)
export const teacherNamesOf = (fixture: Fixture, employee_id: number | null | undefined) => {
  const found = fixture.employees.find(({ id }) => id === employee_id)
  return {
    short: [found?.name, found?.last_name],
    whole: [found?.name, found?.last_name, found?.second_last_name],
  }
}

/**
 * True if the student takes the subject: every subject of the course, but an elective only if the student is listed
 * for it.
 */
export const takesSubject = (fixture: Fixture, enrollment: Enrollment, course_subject_id: number) =>
  !findSubject(fixture, course_subject_id)?.is_elective ||
  fixture.electiveEnrollments.some(
    (row) => row.enrollment_id === enrollment.id && row.course_subject_id === course_subject_id,
  )
