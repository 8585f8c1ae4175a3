import { randomBytes } from 'node:crypto'
import type { CallName } from '@apoderados/contract/calls/api'
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
import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { CAROLINA, type TestServer } from './testServer.ts'

const tables = {
  arrears,
  assessments,
  attendance,
  blocks,
  closures,
  courseSubjects,
  courses,
  electiveEnrollments,
  employees,
  enrollments,
  establishments,
  events,
  grades,
  observations,
  parents,
  studentParents,
  students,
  subPeriods,
}
type Tables = typeof tables
/** The columns that a test sets; the others get defaults. */
type Overrides<T extends keyof Tables> = Tables[T] extends PgTable
  ? Partial<Tables[T]['$inferInsert']>
  : never
type SchoolContext = { server: TestServer; establishment_id: number; marker: string }

/** The current year. An enrollment of a past year would lapse, and its family would then see no data. */
export const YEAR = new Date().getFullYear()

/** Returns a random id of a document or photo: 32 hexadecimal digits that begin with `marker`. */
export const fileId = (marker = '') => marker + randomBytes(16).toString('hex').slice(marker.length)

let count = 0
/** Returns a number that is unique in this process. */
const nextNumber = () => {
  count += 1
  return count
}

/** Returns a function that appends the marker to a word. */
const markerAppender = (marker: string) => (word: string) => (marker ? `${word} ${marker}` : word)

/** Inserts a row and returns its id. */
async function insertRow<T extends PgTable & { id: PgColumn }>(
  { db }: TestServer,
  table: T,
  row: T['$inferInsert'],
): Promise<number> {
  const [added] = await db
    .insert(table as PgTable)
    .values(row)
    .returning({ id: table.id })
  return added?.id as number
}

/**
 * Adds a school and returns functions that add rows to it, with defaults for the columns that a test does not set.
 * `marker` is appended to the default texts.
 */
export async function createTestSchool(
  server: TestServer,
  row: Overrides<'establishments'> = {},
  marker = '',
) {
  const text = markerAppender(marker)
  const establishment_id = await insertRow(server, tables.establishments, {
    name: text('Colegio'),
    rbd: text(`${nextNumber()}-K`),
    address: text('Calle 1'),
    phone: text('+562'),
    insign_hash: text('hash'),
    ...row,
  })
  return schoolFunctions({ server, establishment_id, marker })
}

export type TestSchool = Awaited<ReturnType<typeof createTestSchool>>

const schoolFunctions = (context: SchoolContext) => ({
  establishment_id: context.establishment_id,
  ...teachingFunctions(context),
  ...recordFunctions(context),
  ...agendaFunctions(context),
  ...peopleFunctions(context),
  /** Returns the functions for the same school with another marker in the texts that they add. */
  withMarker: (marker: string) => schoolFunctions({ ...context, marker }),
})

function teachingFunctions({ server, establishment_id, marker }: SchoolContext) {
  const text = markerAppender(marker)
  return {
    /** Adds a course of the current year. */
    course: (row: Overrides<'courses'> = {}) =>
      insertRow(server, tables.courses, {
        establishment_id,
        year: YEAR,
        name: text('5° Básico'),
        letter: text(`A${nextNumber()}`),
        code: text(`C${nextNumber()}`),
        ...row,
      }),
    employee: (row: Overrides<'employees'> = {}) =>
      insertRow(server, tables.employees, {
        establishment_id,
        name: text('Rosa'),
        last_name: text('Tapia'),
        second_last_name: text('Lagos'),
        rut: text(`41${nextNumber()}`),
        rut_dv: text('9'),
        ...row,
      }),
    /** Adds a subject graded by number. */
    subject: (course_id: number, row: Overrides<'courseSubjects'> = {}) =>
      insertRow(server, tables.courseSubjects, {
        establishment_id,
        course_id,
        position: nextNumber(),
        name: text(`Asignatura ${nextNumber()}`),
        scale_type: 'number',
        code: text(`S${nextNumber()}`),
        ...row,
      }),
    /** Makes the subject an elective that this enrollment takes. */
    async elective(course_subject_id: number, enrollment_id: number) {
      await server.db
        .update(tables.courseSubjects)
        .set({ is_elective: true })
        .where(eq(tables.courseSubjects.id, course_subject_id))
      await server.db
        .insert(tables.electiveEnrollments)
        .values({ establishment_id, enrollment_id, course_subject_id })
    },
    /** Adds the first semester. */
    subPeriod: (row: Overrides<'subPeriods'> = {}) =>
      insertRow(server, tables.subPeriods, {
        establishment_id,
        year: YEAR,
        name: text('1° Semestre'),
        starts_on: '2026-03-04',
        ends_on: '2026-06-18',
        code: text(`P${nextNumber()}`),
        ...row,
      }),
    closure: (row: Overrides<'closures'> = {}) =>
      server.db.insert(tables.closures).values({
        establishment_id,
        starts_on: '2026-10-13',
        ends_on: '2026-10-13',
        name: text('Interferiado'),
        ...row,
      }),
    assessment: (course_subject_id: number, sub_period_id: number, row: Overrides<'assessments'> = {}) =>
      insertRow(server, tables.assessments, {
        establishment_id,
        course_subject_id,
        sub_period_id,
        held_on: '2026-04-01',
        name: text('Prueba'),
        description: text('Unidad 1'),
        code: text(`E${nextNumber()}`),
        ...row,
      }),
    /** Adds a block on Monday from 8:00 to 9:30, which is a break unless `row` names a subject. */
    block: (course_id: number, row: Overrides<'blocks'> = {}) =>
      insertRow(server, tables.blocks, {
        establishment_id,
        course_id,
        weekday: 1,
        starts_at: '08:00',
        ends_at: '09:30',
        ...row,
      }),
  }
}

function recordFunctions({ server, establishment_id, marker }: SchoolContext) {
  const text = markerAppender(marker)
  return {
    /** Adds a grade: 54 means 5,4, a text is a concept, and null (pending) adds no row. */
    async grade(enrollment_id: number, assessment_id: number, result: number | string | null) {
      if (result === null) return
      const value = typeof result === 'number' ? { tenths: result } : { concept: text(result) }
      await server.db
        .insert(tables.grades)
        .values({ establishment_id, enrollment_id, assessment_id, ...value })
    },
    attend: (enrollment_id: number, day: string, status: 'present' | 'absent' | 'late') =>
      server.db.insert(tables.attendance).values({ establishment_id, enrollment_id, day, status }),
    arrear: (enrollment_id: number, row: Overrides<'arrears'> = {}) =>
      insertRow(server, tables.arrears, {
        establishment_id,
        enrollment_id,
        date_late: new Date('2026-04-01T11:17:00Z'),
        status: 'created',
        observation: text('Sin justificativo'),
        ...row,
      }),
    observation: (enrollment_id: number, row: Overrides<'observations'> = {}) =>
      insertRow(server, tables.observations, {
        establishment_id,
        enrollment_id,
        date: '2026-04-01',
        event_type: 'neutral',
        in_class: true,
        description: text('Convivencia'),
        observation: text('Conversó con su curso'),
        ...row,
      }),
  }
}

function agendaFunctions({ server, establishment_id, marker }: SchoolContext) {
  const text = markerAppender(marker)
  /** Adds an event of the whole school and the whole day, unless `row` names a course or a time. */
  const event = (row: Overrides<'events'> = {}) =>
    insertRow(server, tables.events, {
      establishment_id,
      day: '2026-08-17',
      title: text('Reunión'),
      description: text('En la sala'),
      content: text('Traer libreta'),
      document_hash: text('hash'),
      ...row,
    })
  return {
    event,
    /** Adds an event with a document and returns the document's id; if `bytes` is null, the file is missing. */
    async document(bytes: Uint8Array | null, document_name: string, row: Overrides<'events'> = {}) {
      const document_id = fileId(marker)
      if (bytes) await server.services.files.write(document_id, bytes)
      await event({ document_id, document_name, ...row })
      return document_id
    },
  }
}

type FamilyRows = {
  student?: Overrides<'students'>
  enrollment?: Overrides<'enrollments'>
  parent?: Overrides<'parents'>
}

function peopleFunctions({ server, establishment_id, marker }: SchoolContext) {
  const text = markerAppender(marker)
  const student = (row: Overrides<'students'> = {}) =>
    insertRow(server, tables.students, {
      establishment_id,
      name: text('Inés'),
      last_name: text('Rojas'),
      second_last_name: text('Soto'),
      rut: text(`40${nextNumber()}`),
      rut_dv: text('9'),
      gender: text('Femenino'),
      ...row,
    })
  const enroll = (student_id: number, course_id: number, row: Overrides<'enrollments'> = {}) =>
    insertRow(server, tables.enrollments, {
      establishment_id,
      student_id,
      course_id,
      year: YEAR,
      list_number: nextNumber(),
      enrolled_on: '2026-03-04',
      photo_hash: text('hash'),
      ...row,
    })
  /** Adds a parent with the password of the demo accounts. */
  async function parent(row: Overrides<'parents'> = {}) {
    const [demo] = await server.db
      .select({ password_hash: tables.parents.password_hash })
      .from(tables.parents)
      .where(eq(tables.parents.email, CAROLINA))
    const password_hash = demo?.password_hash as string
    return insertRow(server, tables.parents, {
      email: `familia.${nextNumber()}${marker}@example.com`,
      password_hash,
      phone: text('+569'),
      name: text('Elena'),
      last_name: text('Soto'),
      rut: text(`12${nextNumber()}`),
      rut_dv: text('0'),
      permission: text('Apoderada'),
      foreign_document: text(`passport:${nextNumber()}`),
      photo_hash: text('hash'),
      ...row,
    })
  }
  const link = (parent_id: number, student_id: number, row: Overrides<'studentParents'> = {}) =>
    server.db.insert(tables.studentParents).values({
      establishment_id,
      parent_id,
      student_id,
      parent_type: 'mother',
      other_type: text('Madrina'),
      no_access_reason: text('Ninguno'),
      ...row,
    })
  /** Opens a session of the parent and returns its token and a function that sends calls with it. */
  async function signIn(parent_id: number) {
    const [row] = await server.db
      .select({ email: tables.parents.email })
      .from(tables.parents)
      .where(eq(tables.parents.id, parent_id))
    const jwt = await server.signIn(row?.email as string)
    const call = (name: CallName, fields: Record<string, unknown> = {}) => server.send(name, fields, { jwt })
    return { jwt, call }
  }
  /** Adds a student of the course with a signed-in parent; `ask` sends calls about this student. */
  async function family(course_id: number, rows: FamilyRows = {}) {
    const student_id = await student(rows.student)
    const enrollment_id = await enroll(student_id, course_id, rows.enrollment)
    const parent_id = await parent(rows.parent)
    await link(parent_id, student_id)
    const { jwt, call } = await signIn(parent_id)
    const ask = (name: CallName, fields: Record<string, unknown> = {}) =>
      call(name, { student_id, ...fields })
    return { student_id, enrollment_id, parent_id, jwt, call, ask }
  }
  return { student, enroll, parent, link, signIn, family }
}
