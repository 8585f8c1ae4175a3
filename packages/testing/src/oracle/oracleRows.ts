import { documentSettings } from '@apoderados/core/db/tables/documents'
import { excuseDecisions, excuses } from '@apoderados/core/db/tables/excuses'
import { changes } from '@apoderados/core/db/tables/news'
import { noticeFiles, notices, noticeVersions } from '@apoderados/core/db/tables/notices'
import {
  electiveEnrollments,
  enrollments,
  parents,
  studentParents,
  students,
} from '@apoderados/core/db/tables/people'
import { arrears, assessments, attendance, grades, observations } from '@apoderados/core/db/tables/records'
import {
  blocks,
  closures,
  courseSubjects,
  courses,
  employees,
  establishments,
  events,
  subPeriods,
} from '@apoderados/core/db/tables/schools'
import type { Markers } from './markers.ts'

/** The tables in the order of insertion: each table references only earlier ones. */
export const fixtureTables = {
  establishments,
  documentSettings,
  parents,
  students,
  courses,
  enrollments,
  studentParents,
  employees,
  courseSubjects,
  electiveEnrollments,
  subPeriods,
  closures,
  assessments,
  grades,
  attendance,
  arrears,
  excuses,
  excuseDecisions,
  observations,
  blocks,
  events,
  changes,
  notices,
  noticeFiles,
  noticeVersions,
}
type TableName = keyof typeof fixtureTables

/** A row of the table `T` with all columns, so that the compiler reports a column that is missing here. */
export type Row<T extends TableName> = (typeof fixtureTables)[T]['$inferSelect']
/** All rows of some schools. Their ids are markers, and their names and free texts contain one. */
export type Fixture = { [T in TableName]: Row<T>[] }

/** The current year. An enrollment of a past year would lapse, and its family would then see no data. */
export const YEAR = new Date().getFullYear()
/** The day of every event of the current year. */
export const EVENT_DAY = `${YEAR}-08-17`
/**
 * The grade of the first enrollment, in tenths. Grades and attendance percentages contain no markers: those of up to 61
 * enrollments all differ, and so tell whose they are.
 */
const FIRST_TENTHS = 10

/** A fixture to which rows are added, and the source of its markers. */
export type FixtureBuilder = { fixture: Fixture; markers: Markers }
export type SchoolBuilder = { builder: FixtureBuilder; establishment_id: number }

export const emptyFixture = (): Fixture =>
  Object.fromEntries(Object.keys(fixtureTables).map((name) => [name, []])) as unknown as Fixture

function addEmployee({ builder: { fixture, markers }, establishment_id }: SchoolBuilder): number {
  const id = markers.id()
  fixture.employees.push({
    establishment_id,
    id,
    name: markers.text('Rosa'),
    last_name: markers.text('Tapia'),
    second_last_name: markers.text('Lagos'),
    rut: markers.text('41'),
    rut_dv: markers.text('9'),
  })
  return id
}

const MS_PER_HOUR = 3_600_000

type ChangeFields = Pick<Row<'changes'>, 'establishment_id' | 'kind' | 'item'>

/** Returns a change that became public an hour ago. */
const publishedChange = (
  markers: Markers,
  change: ChangeFields & Partial<Row<'changes'>>,
): Row<'changes'> => ({
  id: markers.id(),
  enrollment_id: null,
  course_id: null,
  parent_id: null,
  course_subject_id: null,
  sub_period_id: null,
  day: null,
  title: markers.text('Novedad'),
  load_id: null,
  old_value: markers.text('4.0'),
  new_value: markers.text('5.4'),
  known_value: markers.text('4.1'),
  changed_at: new Date(Date.now() - 2 * MS_PER_HOUR),
  published_at: new Date(Date.now() - MS_PER_HOUR),
  ...change,
})

/** The position of the course's elective, which every second enrollment takes. */
const ELECTIVE_POSITION = 1

/**
 * Adds a subject with a teacher, a block and an assessment in each period. Its `scale_type` follows from the position:
 * concepts, numbers, concepts or none, in turn.
 */
export function addSubject(school: SchoolBuilder, course_id: number, position: number): void {
  const { builder, establishment_id } = school
  const { fixture, markers } = builder
  const course_subject_id = markers.id()
  const scales = ['other', 'number', 'other', null] as const
  fixture.courseSubjects.push({
    establishment_id,
    id: course_subject_id,
    course_id,
    position,
    code: markers.text('S'),
    name: markers.text('Asignatura'),
    scale_type: scales[position % scales.length] ?? null,
    counts_in_average: true,
    employee_id: addEmployee(school),
    is_elective: position === ELECTIVE_POSITION,
  })
  const weekday = (position % 5) + 1
  const hour = String(8 + Math.floor(position / 5)).padStart(2, '0')
  fixture.blocks.push({
    establishment_id,
    course_id,
    id: markers.id(),
    weekday,
    is_lunch: false,
    course_subject_id,
    starts_at: `${hour}:00:00`,
    ends_at: `${hour}:45:00`,
  })
  const year = fixture.courses.find(({ id }) => id === course_id)?.year
  const periods = fixture.subPeriods.filter(
    (period) => period.establishment_id === establishment_id && period.year === year,
  )
  for (const { id: sub_period_id, starts_on: held_on } of periods) {
    fixture.assessments.push({
      establishment_id,
      id: markers.id(),
      course_subject_id,
      sub_period_id,
      held_on,
      weight: 1,
      name: markers.text('Prueba'),
      description: markers.text('Unidad'),
      code: markers.text('E'),
    })
  }
}

/**
 * Adds an event with a document, and its change. The event is of a course and, with `subject`, of that subject, or of
 * the whole school if `course_id` is null.
 */
export function addEvent(
  { builder, establishment_id }: SchoolBuilder,
  course_id: number | null,
  day: string,
  subject?: Row<'courseSubjects'>,
): void {
  const { fixture, markers } = builder
  const id = markers.id()
  const course_subject_id = subject?.id ?? null
  const item = String(id)
  fixture.changes.push(
    publishedChange(markers, { establishment_id, kind: 'event', item, course_id, course_subject_id, day }),
  )
  fixture.events.push({
    establishment_id,
    id,
    course_id,
    day,
    time: course_id ? '08:00:00' : null,
    title: markers.text('Reunión'),
    description: markers.text('Sala'),
    content: markers.text('Libreta'),
    course_subject_id,
    document_id: markers.fileId(),
    document_name: `${markers.text('pauta')}.pdf`,
    document_hash: markers.text('hash'),
  })
}

/** Adds a sent notice with a document, and its change: to a course, to single students, or to the whole school. */
export function addNotice(
  { builder, establishment_id }: SchoolBuilder,
  to: { course_id?: number; enrollment?: Row<'enrollments'> } = {},
): void {
  const { fixture, markers } = builder
  const [id, file_id] = [markers.id(), markers.fileId()]
  const { course_id, enrollment } = to
  const texts = { title: markers.text('Comunicado'), body: markers.text('Mensaje'), file_ids: [file_id] }
  const sent_at = new Date(Date.now() - MS_PER_HOUR)
  const [staff_name, hash] = [markers.text('Marisol'), markers.text('hash')]
  fixture.notices.push({
    establishment_id,
    id,
    state: 'sent',
    staff_id: 1,
    staff_name,
    staff_role: 'secretary',
    audience: course_id ? 'courses' : enrollment ? 'families' : 'school',
    levels: [],
    course_ids: course_id ? [course_id] : [],
    student_ids: enrollment ? [enrollment.student_id] : [],
    ...texts,
    asks_receipt: true,
    send_at: null,
    ends_on: null,
    version: 1,
    sent_at,
    withdrawn_at: null,
    withdrawn_by: null,
    reminded_at: null,
    created_at: sent_at,
    changed_by: staff_name,
    changed_at: sent_at,
  })
  const keys = { establishment_id, notice_id: id }
  const name = `${markers.text('temario')}.pdf`
  fixture.noticeFiles.push({
    ...keys,
    file_id,
    name,
    bytes: 9,
    hash: markers.text('hash'),
    added_at: sent_at,
  })
  fixture.noticeVersions.push({ ...keys, version: 1, ...texts, hash, staff_name, published_at: sent_at })
  const values = { title: null, old_value: null, new_value: '1', known_value: null }
  const place = { course_id: course_id ?? null, enrollment_id: enrollment?.id ?? null }
  const change = { establishment_id, kind: 'notice' as const, item: String(id), ...values, ...place }
  fixture.changes.push(publishedChange(markers, change))
}

export function addParent(
  { fixture, markers }: FixtureBuilder,
  index: number,
  password_hash: string,
): number {
  const id = markers.id()
  fixture.parents.push({
    id,
    email: `${markers.text('familia').replace(' ', '.')}@example.com`,
    password_hash,
    is_active: true,
    name: markers.text('Elena'),
    last_name: markers.text('Soto'),
    phone: markers.text('+569'),
    rut: markers.text('12'),
    rut_dv: markers.text('0'),
    foreign_document: markers.text('passport'),
    photo_id: markers.fileId(),
    photo_hash: markers.text('hash'),
    permission: markers.text('Apoderada'),
    password_changed: true,
    password_changed_at: null,
    shares_phone: index % 2 === 0,
    shares_email: index % 3 === 0,
    last_login_at: null,
    previous_login_at: null,
    withdrew_phone: false,
    withdrew_email: false,
    email_by_operator: false,
    account_confirmed: true,
    account_confirmed_at: null,
    created_at: new Date(),
  })
  return id
}

type LinkFields = Pick<Row<'studentParents'>, 'establishment_id' | 'student_id' | 'parent_id' | 'has_access'>

export const makeLink = (markers: Markers, link: LinkFields): Row<'studentParents'> => ({
  ...link,
  parent_type: 'mother',
  other_type: markers.text('Madrina'),
  financial_proxy: false,
  no_access_reason: markers.text('Motivo'),
  is_legal_representative: true,
})

/**
 * Adds an enrollment with its records: among others a grade in each assessment of the course, also of electives that
 * the student does not take, and an attendance percentage that no other enrollment has.
 */
export function addEnrollment(
  { builder, establishment_id }: SchoolBuilder,
  student_id: number,
  course_id: number,
  row: Partial<Row<'enrollments'>> = {},
): number {
  const { fixture, markers } = builder
  const enrollment_id = markers.id()
  const index = fixture.enrollments.length
  const year = fixture.courses.find(({ id }) => id === course_id)?.year ?? YEAR
  fixture.enrollments.push({
    establishment_id,
    id: enrollment_id,
    student_id,
    course_id,
    year,
    list_number: index + 1,
    photo_id: markers.fileId(),
    photo_hash: markers.text('hash'),
    shares_photo: index % 2 === 0,
    enrolled_on: `${year}-03-04`,
    withdrawn_on: null,
    ...row,
  })
  const keys = { establishment_id, enrollment_id }
  const electives = fixture.courseSubjects.filter((row) => row.course_id === course_id && row.is_elective)
  if (index % 2 === 0) {
    for (const { id: course_subject_id } of electives)
      fixture.electiveEnrollments.push({ ...keys, course_subject_id })
  }
  for (const { id: assessment_id, course_subject_id } of fixture.assessments) {
    const subject = fixture.courseSubjects.find(({ id }) => id === course_subject_id)
    if (subject?.course_id !== course_id) continue
    const isNumber = subject.scale_type === 'number'
    const tenths = isNumber ? FIRST_TENTHS + (index % 61) : null
    fixture.grades.push({ ...keys, assessment_id, tenths, concept: isNumber ? null : markers.text('MB') })
    if (!isNumber) continue
    const item = `${enrollment_id}/${assessment_id}`
    fixture.changes.push(publishedChange(markers, { ...keys, kind: 'grade', item, course_subject_id }))
  }
  for (let day = 0; day < index + 2; day += 1) {
    const date = new Date(Date.UTC(year, 2, 5 + day)).toISOString().slice(0, 10)
    fixture.attendance.push({ ...keys, day: date, status: day === 0 ? 'absent' : 'present' })
  }
  const subject = fixture.courseSubjects.find((row) => row.course_id === course_id)
  fixture.arrears.push({
    ...keys,
    id: markers.id(),
    date_late: new Date(`${year}-04-01T11:17:00Z`),
    status: 'created',
    observation: markers.text('Sin justificativo'),
  })
  fixture.observations.push({
    ...keys,
    id: markers.id(),
    date: `${year}-04-01`,
    event_type: 'neutral',
    in_class: true,
    description: markers.text('Convivencia'),
    observation: markers.text('Conversó'),
    where_is: null,
    employee_id: subject?.employee_id ?? null,
    course_subject_id: subject?.id ?? null,
  })
  return enrollment_id
}

/** Adds a decided justification of the enrollment's first day, which was an absence, by this guardian. */
export function addExcuse(
  { fixture, markers }: FixtureBuilder,
  { establishment_id, id: enrollment_id, year }: Row<'enrollments'>,
  parent_id: number,
): void {
  const id = markers.id()
  const day = `${year}-03-05`
  fixture.excuses.push({
    establishment_id,
    id,
    enrollment_id,
    parent_id,
    key: markers.fileId(),
    kind: 'absence',
    from_day: day,
    to_day: day,
    reason: 'family',
    text: markers.text('Viajamos'),
    created_at: new Date(`${day}T12:00:00Z`),
    withdrawn_at: null,
    attachment_name: `${markers.text('pasajes')}.jpg`,
    attachment_bytes: 1000,
    attachment_state: 'stored',
    attachment_id: markers.fileId(),
  })
  fixture.excuseDecisions.push({
    establishment_id,
    excuse_id: id,
    number: 1,
    state: 'justified',
    explanation: markers.text('Recibimos los pasajes'),
    staff_id: 1,
    staff_name: markers.text('Camila'),
    role: 'inspection',
    sheet_status: null,
    decided_at: new Date(`${day}T15:00:00Z`),
  })
}

export function addStudent({ builder, establishment_id }: SchoolBuilder, index: number): number {
  const { fixture, markers } = builder
  const id = markers.id()
  fixture.students.push({
    establishment_id,
    id,
    name: markers.text('Inés'),
    last_name: markers.text('Rojas'),
    second_last_name: markers.text('Soto'),
    birthday: '2015-05-14',
    gender: markers.text('Femenino'),
    social_name: markers.text('Antú'),
    shows_social_name: index % 2 === 0,
    rut: markers.text('40'),
    rut_dv: markers.text('9'),
  })
  return id
}
