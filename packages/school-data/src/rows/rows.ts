import { subjectsOf } from '../courses/course.ts'
import { timetableOf } from '../courses/timetable.ts'
import type { Guardian } from '../people/households.ts'
import type { Course, Pupil } from '../people/pupils.ts'
import type { Pictures } from '../pictures.ts'
import type { Random } from '../random.ts'
import type { AgendaEvent } from '../records/agendaEvent.ts'
import type { Assessment } from '../records/assessments.ts'
import type { PupilRecords } from '../records/pupilRecords.ts'
import type { CourseRecords, School } from '../school.ts'
import { documentBytes } from './documents.ts'
import { emptyRows, type Rows } from './tables.ts'

/** The rows of one or more schools, while they are added, and what adding them needs. */
export type RowSet = {
  rows: Rows
  /** The pictures and documents that rows reference by `id`. */
  files: { id: string; bytes: Buffer }[]
  /** Draws the files' ids and the portraits of the pupils. */
  random: Random
  pictures: Pictures
  /** The ids of the guardians whose rows exist. */
  parentIds: Map<Guardian, number>
}

/** The ids of a course, of its subjects by name, and of the assessments that are added later. */
type CourseIds = { course_id: number; subjects: Map<string, number>; assessments: Map<Assessment, number> }

/** The ids of a school's rows that other rows reference. */
type SchoolIds = {
  establishment_id: number
  employees: Map<string, number>
  periods: number[]
  /** By course, because subjects have the same names in several courses. */
  courses: Map<Course, CourseIds>
  enrollments: Map<Pupil, number>
}

export const createRowSet = (random: Random, pictures: Pictures): RowSet => ({
  rows: emptyRows(),
  files: [],
  random,
  pictures,
  parentIds: new Map(),
})

const nextId = (rows: readonly unknown[]) => rows.length + 1

function addFile({ files, random }: RowSet, bytes: Buffer): string {
  const id = random.id()
  files.push({ id, bytes })
  return id
}

/** Returns the id of a guardian's row, and adds the row if it does not exist yet. */
export function ensureParent({ rows: { parents }, parentIds }: RowSet, guardian: Guardian): number {
  const known = parentIds.get(guardian)
  if (known !== undefined) return known
  const { document, isNew = false, ...contact } = guardian
  const { kind, number, dv } = document ?? {}
  const isRut = kind === 'RUN'
  const foreign_document = kind && !isRut ? `${kind === 'IPA' ? 'ipa' : 'passport'}:${number}` : null
  const id = nextId(parents)
  parents.push({
    id,
    ...contact,
    rut: (isRut && number) || null,
    rut_dv: (isRut && dv) || null,
    foreign_document,
    password_changed: !isNew,
    account_confirmed: !isNew,
  })
  parentIds.set(guardian, id)
  return id
}

function addPupil(drawn: RowSet, { year }: School, ids: SchoolIds, course: Course, pupil: Pupil): void {
  const { rows, random, pictures } = drawn
  const { establishment_id } = ids
  const {
    run,
    household,
    hasPhoto,
    shares_photo,
    enrolled_on,
    withdrawn_on,
    electives,
    prescribed,
    ...person
  } = pupil
  const student_id = nextId(rows.students)
  rows.students.push({ establishment_id, id: student_id, ...person, rut: run.number, rut_dv: run.dv })
  const portraits = pupil.gender === 'Masculino' ? pictures.shortHaired : pictures.longHaired
  const id = nextId(rows.enrollments)
  const { course_id, subjects } = ids.courses.get(course) ?? { course_id: 0, subjects: new Map() }
  rows.enrollments.push({
    establishment_id,
    id,
    student_id,
    course_id,
    year,
    shares_photo,
    enrolled_on,
    withdrawn_on,
    list_number: course.listNumbers.get(pupil) ?? 0,
    photo_id: hasPhoto ? addFile(drawn, random.pick(portraits)) : null,
  })
  ids.enrollments.set(pupil, id)
  for (const { electiveGroup, name } of subjectsOf(course, pupil)) {
    if (electiveGroup === null) continue
    const course_subject_id = subjects.get(name) as number
    rows.electiveEnrollments.push({ establishment_id, enrollment_id: id, course_subject_id })
  }
  for (const { guardian, kinship, isTitular, ...link } of household.links) {
    const parent_id = ensureParent(drawn, guardian)
    const has_access = link.no_access_reason === null
    rows.studentParents.push({ establishment_id, student_id, parent_id, ...link, has_access })
  }
}

/** Adds a course with its subjects and its weekly timetable. */
function addCourse({ rows }: RowSet, { year }: School, ids: SchoolIds, course: Course): void {
  const { establishment_id } = ids
  const course_id = nextId(rows.courses)
  const { code, name, letter } = course
  rows.courses.push({ establishment_id, id: course_id, year, code, name, letter })
  const subjects = new Map<string, number>()
  for (const [index, subject] of course.subjects.entries()) {
    const { code, name, scale_type, counts_in_average } = subject
    const id = nextId(rows.courseSubjects)
    rows.courseSubjects.push({
      establishment_id,
      id,
      course_id,
      code,
      position: index + 1,
      name,
      scale_type,
      counts_in_average,
      is_elective: subject.electiveGroup !== null,
      employee_id: ids.employees.get(subject.teacher) ?? null,
    })
    subjects.set(name, id)
  }
  for (const { subject, ...block } of timetableOf(course)) {
    const course_subject_id = subject === null ? null : (subjects.get(subject) ?? null)
    rows.blocks.push({ establishment_id, id: nextId(rows.blocks), course_id, ...block, course_subject_id })
  }
  ids.courses.set(course, { course_id, subjects, assessments: new Map() })
}

/** Adds a school, its courses and its people. */
export function addSchool(drawn: RowSet, school: School, badge: Buffer): SchoolIds {
  const { rows } = drawn
  const { rbd, name, address, phone, year } = school
  const establishment_id = nextId(rows.establishments)
  const insign_id = addFile(drawn, badge)
  const numbered = `${rbd.number}-${rbd.dv}`
  rows.establishments.push({ id: establishment_id, name, rbd: numbered, address, phone, insign_id })
  const employees = new Map<string, number>()
  for (const [key, { run, ...person }] of school.staff) {
    const id = nextId(rows.employees)
    const { number: rut = null, dv: rut_dv = null } = run ?? {}
    rows.employees.push({ establishment_id, id, ...person, rut, rut_dv })
    employees.set(key, id)
  }
  const periods = school.periods.map(({ name, starts_on, ends_on }) => {
    const id = nextId(rows.subPeriods)
    rows.subPeriods.push({ establishment_id, id, year, name, starts_on, ends_on })
    return id
  })
  for (const closure of school.closures) rows.closures.push({ establishment_id, ...closure })
  const ids: SchoolIds = { establishment_id, employees, periods, courses: new Map(), enrollments: new Map() }
  for (const course of school.courses) {
    addCourse(drawn, school, ids, course)
    for (const pupil of course.pupils) addPupil(drawn, school, ids, course, pupil)
  }
  return ids
}

function addPupilRecords({ rows }: RowSet, ids: SchoolIds, course: Course, records: PupilRecords): void {
  const { establishment_id } = ids
  const { subjects, assessments } = ids.courses.get(course) ?? {}
  const keys = { establishment_id, enrollment_id: ids.enrollments.get(records.pupil) as number }
  for (const [assessment, mark] of records.marks) {
    rows.grades.push({ ...keys, assessment_id: assessments?.get(assessment) as number, ...mark })
  }
  for (const day of records.attendance) rows.attendance.push({ ...keys, ...day })
  for (const { day, time, status, observation } of records.lateArrivals) {
    rows.arrears.push({ ...keys, id: nextId(rows.arrears), date_late: `${day} ${time}`, status, observation })
  }
  for (const { subject, author, ...observation } of records.observations) {
    rows.observations.push({
      ...keys,
      id: nextId(rows.observations),
      ...observation,
      in_class: subject !== null,
      employee_id: (author && ids.employees.get(author)) || null,
      course_subject_id: (subject && subjects?.get(subject.name)) || null,
    })
  }
}

/** Adds the assessments of a course that `addSchool` has added, and its pupils' records. */
export function addRecords(drawn: RowSet, ids: SchoolIds, course: Course, records: CourseRecords): void {
  const { rows } = drawn
  const { establishment_id, periods } = ids
  const { subjects, assessments } = ids.courses.get(course) ?? {}
  for (const assessment of records.assessments) {
    const { subject, period, held_on, name, description } = assessment
    const id = nextId(rows.assessments)
    const course_subject_id = subjects?.get(subject.name) as number
    const sub_period_id = periods[period] as number
    rows.assessments.push({
      establishment_id,
      id,
      course_subject_id,
      sub_period_id,
      held_on,
      name,
      description,
    })
    assessments?.set(assessment, id)
  }
  for (const ofPupil of records.ofPupils) addPupilRecords(drawn, ids, course, ofPupil)
}

/** Adds the events of a course, or those of the whole school if `course` is null. */
export function addEvents(
  drawn: RowSet,
  school: School,
  ids: SchoolIds,
  course: Course | null,
  events: readonly AgendaEvent[],
): void {
  const { rows, pictures } = drawn
  const { course_id = null, subjects } = (course && ids.courses.get(course)) ?? {}
  const title = course && `${course.name} ${course.letter}`
  for (const { subject, document, ...event } of events) {
    const poster = pictures.badges[0] as Buffer
    const bytes = document && documentBytes({ ...event, subject, document }, school.name, title, poster)
    rows.events.push({
      establishment_id: ids.establishment_id,
      id: nextId(rows.events),
      course_id,
      ...event,
      course_subject_id: (subject && subjects?.get(subject.name)) ?? null,
      document_id: bytes ? addFile(drawn, bytes) : null,
      document_name: document,
    })
  }
}
