import type { Fixture, Row } from './oracleRows.ts'

export type Student = Row<'students'>
export type Enrollment = Row<'enrollments'>

export const isLinked = (fixture: Fixture, parent_id: number, student_id: number) =>
  fixture.studentParents.some(
    (link) => link.parent_id === parent_id && link.student_id === student_id && link.has_access,
  )

/** True if the parent's link to the student is closed, as after a court's decision. */
export const isBarred = (fixture: Fixture, parent_id: number, student_id: number) =>
  fixture.studentParents.some(
    (link) => link.parent_id === parent_id && link.student_id === student_id && !link.has_access,
  )

/** True if the other parent is linked to a student whose link to this parent is closed. */
export const isProtected = (fixture: Fixture, parent_id: number, other_id: number) =>
  studentsOf(fixture, other_id).some(({ id }) => isBarred(fixture, parent_id, id))

/** Returns the students whose link to the parent is open. */
export const studentsOf = (fixture: Fixture, parent_id: number): Student[] =>
  fixture.students.filter(({ id }) => isLinked(fixture, parent_id, id))

/** True from the first of March of the enrollment's year, when the school year begins. */
const hasBegun = ({ year }: Enrollment) => todayInChile() >= `${year}-03-01`

/**
 * Returns the student's enrollment of the latest year, unless it is withdrawn. A withdrawn enrollment of a year that
 * has not begun is ignored.
 */
export const enrollmentOf = (fixture: Fixture, student_id: number): Enrollment | undefined => {
  const ownEnrollments = fixture.enrollments.filter((row) => row.student_id === student_id)
  const counted = ownEnrollments.filter((row) => row.withdrawn_on === null || hasBegun(row))
  const latest = Math.max(...counted.map(({ year }) => year))
  return counted.find((row) => row.year === latest && row.withdrawn_on === null)
}

/** Returns the first of April after the year: by then, a student without a new enrollment has left the school. */
export const lapsesOn = ({ year }: Enrollment) => `${year + 1}-04-01`
export const todayInChile = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(new Date())

/** Returns the name and the letter of the enrollment's course. */
export const courseTextsOf = (fixture: Fixture, { course_id }: Enrollment) => {
  const course = fixture.courses.find(({ id }) => id === course_id) as Row<'courses'>
  return [course.name, course.letter]
}
