import {
  type ExpectedResponse,
  notFoundResponse,
  type RequestFields,
  respondWith,
} from './expectedResponse.ts'
import type { Fixture, Row } from './oracleRows.ts'
import {
  courseTextsOf,
  type Enrollment,
  enrollmentOf,
  isBarred,
  isProtected,
  lapsesOn,
  type Student,
  studentsOf,
  todayInChile,
} from './studentAccess.ts'

export function expectedProfile(fixture: Fixture, parent_id: number): ExpectedResponse {
  const parent = fixture.parents.find(({ id }) => id === parent_id) as Row<'parents'>
  const { email, name, last_name, phone, rut, rut_dv, photo_id, permission } = parent
  const students = studentsOf(fixture, parent_id).map((student) => {
    const { id, establishment_id, social_name, shows_social_name } = student
    const school = fixture.establishments.find((row) => row.id === establishment_id)
    const link = fixture.studentParents.find(
      (row) => row.student_id === id && row.parent_id === parent_id,
    ) as Row<'studentParents'>
    const enrollment = enrollmentOf(fixture, id)
    return [
      [id, student.name, student.last_name, student.second_last_name, student.rut, student.rut_dv],
      [student.gender, shows_social_name && social_name, link.other_type],
      [school?.id, school?.name, school?.rbd, school?.address, school?.phone, school?.insign_id],
      enrollment && [enrollment.id, enrollment.photo_id, courseTextsOf(fixture, enrollment)],
    ]
  })
  return respondWith([parent.id, email, name, last_name, phone, rut, rut_dv, photo_id, permission], students)
}

/** The expected settings of privacy: the students, and their schools with whom families ask. */
export function expectedPrivacy(fixture: Fixture, parent_id: number): ExpectedResponse {
  const own = studentsOf(fixture, parent_id)
  const schools = fixture.establishments.filter(({ id }) => own.some((row) => row.establishment_id === id))
  return respondWith(
    own.map(({ id }) => id),
    schools.map(({ id, name, controller_name, privacy_contact }) => [
      [id, name, controller_name, privacy_contact],
    ]),
  )
}

/** The names of all guardians of a student, whom a legal representative reads. */
export const guardiansOf = (fixture: Fixture, student_id: number) =>
  fixture.studentParents
    .filter((link) => link.student_id === student_id)
    .map((link) => fixture.parents.find(({ id }) => id === link.parent_id) as Row<'parents'>)
    .map(({ name, last_name }) => [name, last_name])

/**
 * The expected classmates (R2), with the contacts that each family shares. A classmate who has a social name appears
 * with it, but a child of the parent only if the school lets the family read that name. Students whose link to the
 * parent is closed do not appear, and neither do the contacts of their guardians.
 */
export function expectedClassmates(
  fixture: Fixture,
  enrollment: Enrollment,
  parent_id: number,
): ExpectedResponse {
  if (todayInChile() >= lapsesOn(enrollment)) return respondWith()
  const mates = fixture.enrollments.filter(
    (row) =>
      row.course_id === enrollment.course_id &&
      row.withdrawn_on === null &&
      row.id !== enrollment.id &&
      !isBarred(fixture, parent_id, row.student_id),
  )
  const contactOf = ({ id, shares_phone, phone, shares_email, email }: Row<'parents'>) =>
    isProtected(fixture, parent_id, id) ? [] : [shares_phone && phone, shares_email && email]
  return respondWith(
    mates.map(({ id, student_id, shares_photo, photo_id }) => {
      const student = fixture.students.find((row) => row.id === student_id) as Student
      const links = fixture.studentParents.filter((row) => row.student_id === student_id)
      const isOwnChild = links.some((link) => link.parent_id === parent_id)
      const isCalledSocially = student.social_name && (student.shows_social_name || !isOwnChild)
      const parents = links
        .filter(({ has_access }) => has_access)
        .map((link) => fixture.parents.find((row) => row.id === link.parent_id) as Row<'parents'>)
      return [
        [id, shares_photo && photo_id, shares_photo && photo_id && enrollment.establishment_id],
        [isCalledSocially ? student.social_name : student.name],
        [student.last_name, student.second_last_name],
        parents.map((parent) => [[parent.id, parent.name, parent.last_name], contactOf(parent)]),
      ]
    }),
  )
}

/**
 * The expected response to the request of a photo (R27). A parent may see the own photo, those of linked students, the
 * badges of their schools, and the photos that classmates share.
 */
export function expectedPhoto(fixture: Fixture, parent_id: number, { id }: RequestFields): ExpectedResponse {
  const students = studentsOf(fixture, parent_id)
  const own = students.flatMap(({ id }) => enrollmentOf(fixture, id) ?? [])
  const isSeen =
    fixture.parents.some((row) => row.id === parent_id && row.photo_id === id) ||
    own.some((row) => row.photo_id === id) ||
    fixture.establishments.some(
      (row) => row.insign_id === id && students.some((student) => student.establishment_id === row.id),
    ) ||
    fixture.enrollments.some(
      (row) =>
        row.photo_id === id &&
        row.shares_photo &&
        row.withdrawn_on === null &&
        !isBarred(fixture, parent_id, row.student_id) &&
        own.some(({ course_id }) => course_id === row.course_id),
    )
  return isSeen ? respondWith(id) : notFoundResponse
}

/** What is readable in a certificate of the current year without decoding its PDF: the school, and the file's name. */
export function expectedCertificate(fixture: Fixture, enrollment: Enrollment): ExpectedResponse {
  if (todayInChile() >= lapsesOn(enrollment)) return notFoundResponse
  const student = fixture.students.find(({ id }) => id === enrollment.student_id)
  const school = fixture.establishments.find(({ id }) => id === enrollment.establishment_id)
  return respondWith([student?.name, student?.last_name, student?.second_last_name, school?.name])
}
