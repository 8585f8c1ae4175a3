import type { World } from './oracleRows.ts'
import type { Enrollment } from './studentAccess.ts'

export const findSubject = (world: World, id: number | null) =>
  world.courseSubjects.find((row) => row.id === id)
export const teacherNamesOf = (world: World, employee_id: number | null | undefined) => {
  const found = world.employees.find(({ id }) => id === employee_id)
  return {
    short: [found?.name, found?.last_name],
    whole: [found?.name, found?.last_name, found?.second_last_name],
  }
}

/**
 * True if the student takes the subject: every subject of the course, but an elective only if the student is listed
 * for it.
 */
export const takesSubject = (world: World, enrollment: Enrollment, course_subject_id: number) =>
  !findSubject(world, course_subject_id)?.is_elective ||
  world.electiveEnrollments.some(
    (row) => row.enrollment_id === enrollment.id && row.course_subject_id === course_subject_id,
  )
