import { createMarkers, type Markers } from './markers.ts'
import {
  addEnrollment,
  addEvent,
  addExcuse,
  addNotice,
  addParent,
  addStudent,
  addSubject,
  EVENT_DAY,
  emptyFixture,
  type Fixture,
  type FixtureBuilder,
  makeLink,
  type Row,
  type SchoolBuilder,
  YEAR,
} from './oracleRows.ts'

/** The numbers of schools, courses per school, students per course, subjects per course, and periods per year. */
export type FixtureSize = {
  schools: number
  courses: number
  students: number
  subjects: number
  periods: number
}

/** The remainders of the student's index modulo 4 for which `addFamily` adds a father without access, or no father. */
const CLOSED_FATHER_REMAINDER = 1
const NO_FATHER_REMAINDER = 3

function addCourse(school: SchoolBuilder, year: number, size: FixtureSize): number {
  const { builder, establishment_id } = school
  const { fixture, markers } = builder
  const id = markers.id()
  fixture.courses.push({
    establishment_id,
    id,
    year,
    code: markers.text('C'),
    name: markers.text('5° Básico'),
    letter: markers.text('A'),
  })
  for (let position = 0; position < size.subjects; position += 1) addSubject(school, id, position)
  const playtime = {
    weekday: 5,
    starts_at: '15:00:00',
    ends_at: '15:15:00',
    course_subject_id: null,
    is_lunch: false,
  }
  fixture.blocks.push({ establishment_id, course_id: id, id: markers.id(), ...playtime })
  const day = year === YEAR ? EVENT_DAY : `${YEAR - 1}-08-18`
  for (const subject of fixture.courseSubjects.filter((row) => row.course_id === id).slice(0, 2))
    addEvent(school, id, day, subject)
  addNotice(school, { course_id: id })
  return id
}

/**
 * Adds a student with a mother and, depending on `index`, a father with access, a father whose link is closed, or no
 * father.
 */
function addFamily(school: SchoolBuilder, course_id: number, index: number, password_hash: string): void {
  const { builder, establishment_id } = school
  const { fixture, markers } = builder
  const student_id = addStudent(school, index)
  addEnrollment(school, student_id, course_id)
  const link = { establishment_id, student_id }
  const mother = addParent(builder, index, password_hash)
  fixture.studentParents.push(makeLink(markers, { ...link, parent_id: mother, has_access: true }))
  if (index % 4 === NO_FATHER_REMAINDER) return
  const father = addParent(builder, index + 1, password_hash)
  const has_access = index % 4 !== CLOSED_FATHER_REMAINDER
  fixture.studentParents.push(makeLink(markers, { ...link, parent_id: father, has_access }))
}

/** Adds a closure on days that are no holidays in any year. */
const addClosure = ({ builder: { fixture, markers }, establishment_id }: SchoolBuilder, year: number) =>
  fixture.closures.push({
    establishment_id,
    starts_on: `${year}-03-11`,
    ends_on: `${year}-03-12`,
    name: markers.text('Interferiado'),
  })

function addSchool(builder: FixtureBuilder, size: FixtureSize, password_hash: string): void {
  const { fixture, markers } = builder
  const establishment_id = markers.id()
  const school = { builder, establishment_id }
  fixture.documentSettings.push({
    establishment_id,
    kinds: ['regular'],
    signer_name: markers.text('Gloria'),
    signer_title: markers.text('Directora'),
    signature_id: null,
    logo_id: null,
  })
  fixture.establishments.push({
    id: establishment_id,
    name: markers.text('Colegio'),
    rbd: markers.text('9'),
    rounding: 'round',
    address: markers.text('Calle'),
    phone: markers.text('+562'),
    uses_weights: false,
    insign_id: markers.fileId(),
    insign_hash: markers.text('hash'),
    time_zone: 'America/Santiago',
    digest: 'never',
    digest_since: null,
    undo_days: 7,
    excuse_answer_days: 5,
    attachment_days: 60,
    counts_justified_absences: true,
    controller_name: markers.text('Fundación'),
    controller_is_public: false,
    privacy_contact: markers.text('privacidad'),
    excuse_texts: [markers.text('Recibimos la constancia')],
  })
  for (const year of [YEAR - 1, YEAR]) {
    for (let period = 0; period < size.periods; period += 1) {
      const starts_on = `${year}-0${3 + period}-04`
      fixture.subPeriods.push({
        establishment_id,
        id: markers.id(),
        year,
        code: markers.text('P'),
        name: markers.text('Período'),
        starts_on,
        ends_on: `${year}-0${3 + period}-28`,
      })
    }
  }
  for (const year of [YEAR - 1, YEAR]) addClosure(school, year)
  addEvent(school, null, EVENT_DAY)
  const former = addCourse(school, YEAR - 1, size)
  addFamily(school, former, 0, password_hash)
  for (let course = 0; course < size.courses; course += 1) {
    const course_id = addCourse(school, YEAR, size)
    for (let student = 0; student < size.students; student += 1) {
      addFamily(school, course_id, student, password_hash)
    }
  }
  addSpecialCases(school, former)
  addProtectedMother(school)
  addNotice(school)
  const enrollment = fixture.enrollments.findLast((row) => row.establishment_id === establishment_id)
  if (enrollment) addNotice(school, { enrollment })
}

/**
 * Adds special cases to a school whose first student has only an enrollment of last year, in the course `former`. Of
 * the next four students, the first also gets an enrollment in that course, the second changes course, the third is
 * also linked to the first one's mother, and the fourth is withdrawn.
 */
function addSpecialCases(school: SchoolBuilder, former: number): void {
  const { builder, establishment_id } = school
  const { fixture, markers } = builder
  const schoolStudents = fixture.students.filter((student) => student.establishment_id === establishment_id)
  const [, first, second, third, fourth] = schoolStudents
  const courses = fixture.courses.filter(
    (row) => row.establishment_id === establishment_id && row.year === YEAR,
  )
  const elsewhere = courses.at(-1)?.id
  if (!first || !second || !third || !fourth || !elsewhere) throw new Error('too small a school')
  addEnrollment(school, first.id, former)
  const current = (student_id: number) => fixture.enrollments.find((row) => row.student_id === student_id)
  const withdrawnEnrollment = current(second.id)
  if (withdrawnEnrollment) withdrawnEnrollment.withdrawn_on = `${YEAR}-05-29`
  addEnrollment(school, second.id, elsewhere, { enrolled_on: `${YEAR}-06-01` })
  const formerEnrollment = current(fourth.id)
  if (formerEnrollment) formerEnrollment.withdrawn_on = `${YEAR}-05-29`
  const mother = fixture.studentParents.find((row) => row.student_id === first.id)
  if (mother) {
    const twin = { establishment_id, student_id: third.id, parent_id: mother.parent_id, has_access: true }
    fixture.studentParents.push(makeLink(markers, twin))
  }
}

/**
 * Adds a mother whose contacts are hidden from one father, although she shares them. Of the last course, the first
 * student's father gets a closed link to the second student, and the second student's mother gets an open link to the
 * third student, whom the father sees as a classmate.
 */
function addProtectedMother({ builder: { fixture, markers }, establishment_id }: SchoolBuilder): void {
  const course = fixture.courses.findLast((row) => row.establishment_id === establishment_id)
  const [first, second, third] = fixture.enrollments.filter(({ course_id }) => course_id === course?.id)
  const guardiansOf = (enrollment?: Row<'enrollments'>) =>
    fixture.studentParents.filter(({ student_id }) => student_id === enrollment?.student_id)
  const father = guardiansOf(first)[1]
  const mother = guardiansOf(second)[0]
  const account = fixture.parents.find(({ id }) => id === mother?.parent_id)
  if (!second || !third || !father || !mother || !account) throw new Error('too small a school')
  Object.assign(account, { shares_phone: true, shares_email: true })
  second.shares_photo = true
  const { student_id } = second
  fixture.studentParents.push(
    makeLink(markers, { establishment_id, student_id, parent_id: father.parent_id, has_access: false }),
    makeLink(markers, {
      establishment_id,
      student_id: third.student_id,
      parent_id: mother.parent_id,
      has_access: true,
    }),
  )
}

/**
 * Makes a fixture of this size. Further rows are a parent with children in two schools, a parent without children, and a
 * parent whose account is inactive.
 */
export function makeFixture(
  size: FixtureSize,
  password_hash: string,
): { fixture: Fixture; markers: Markers } {
  const builder = { fixture: emptyFixture(), markers: createMarkers() }
  const { fixture, markers } = builder
  for (let index = 0; index < size.schools; index += 1) addSchool(builder, size, password_hash)
  const parentOfBoth = addParent(builder, 1, password_hash)
  for (const { id: establishment_id } of fixture.establishments.slice(0, 2)) {
    const student = fixture.students.findLast((row) => row.establishment_id === establishment_id)
    if (!student) continue
    const link = { establishment_id, student_id: student.id, parent_id: parentOfBoth, has_access: true }
    fixture.studentParents.push(makeLink(markers, link))
  }
  addParent(builder, 2, password_hash) // A parent without students.
  const closed = addParent(builder, 3, password_hash)
  const [student] = fixture.students
  const account = fixture.parents.find(({ id }) => id === closed)
  if (!student || !account) throw new Error('an empty fixture')
  account.is_active = false
  const { establishment_id, id: student_id } = student
  fixture.studentParents.push(
    makeLink(markers, { establishment_id, student_id, parent_id: closed, has_access: true }),
  )
  for (const enrollment of fixture.enrollments) {
    const guardian = fixture.studentParents.find(
      (row) => row.student_id === enrollment.student_id && row.has_access,
    )
    if (guardian) addExcuse(builder, enrollment, guardian.parent_id)
  }
  return builder
}
