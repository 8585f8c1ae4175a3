import { createHash } from 'node:crypto'
import type { Rounding } from '@apoderados/contract/averages'
import type { DocumentKind } from '@apoderados/contract/documents'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { isEnrollmentInForce } from '../students/enrollments.ts'
import { type AttendanceData, readAttendanceData } from './attendanceData.ts'
import { type GradesData, readGradesData } from './gradesData.ts'

/** The enrollment that a document is about, with its student and school. */
export type Holder = {
  establishment_id: number
  enrollment_id: number
  student_id: number
  course_id: number
  year: number
  course: string
  enrolled_on: string
  withdrawn_on: string | null
  name: string
  last_name: string
  second_last_name: string | null
  rut: string | null
  rut_dv: string | null
  gender: string | null
  school: string
  rbd: string
  address: string | null
  insign_id: string | null
  time_zone: string
  rounding: Rounding
  uses_weights: boolean
  counts_justified_absences: boolean
}

const selectHolders = (condition: SQL) => sql<Holder>`
  select enrollment.establishment_id::float8 as establishment_id, enrollment.id::float8 as enrollment_id,
    student.id::float8 as student_id, course.id::float8 as course_id, enrollment.year,
    course.name || ' ' || course.letter as course, enrollment.enrolled_on::text, enrollment.withdrawn_on::text,
    student.name, student.last_name, student.second_last_name, student.rut, student.rut_dv, student.gender,
    school.name as school, school.rbd, school.address, school.insign_id, school.time_zone, school.rounding,
    school.uses_weights, school.counts_justified_absences
  from enrollments enrollment
  join establishments school on school.id = enrollment.establishment_id
  join students student on student.establishment_id = enrollment.establishment_id and student.id = enrollment.student_id
  join courses course on course.establishment_id = enrollment.establishment_id and course.id = enrollment.course_id
  where ${condition}`

/** Finds the current enrollment of a student of the school, or of a guardian with access; undefined without one. */
export async function findHolder(
  db: Queryable,
  { student_id, ...by }: { student_id: number } & ({ establishment_id: number } | { parent_id: number }),
): Promise<Holder | undefined> {
  const isAllowed =
    'parent_id' in by
      ? sql`exists (select from student_parents link
          where link.establishment_id = enrollment.establishment_id and link.student_id = enrollment.student_id
            and link.parent_id = ${by.parent_id} and link.has_access)`
      : sql`enrollment.establishment_id = ${by.establishment_id}`
  const { rows } = await db.execute<Holder>(
    selectHolders(sql`enrollment.student_id = ${student_id} and ${isAllowed} and ${isEnrollmentInForce}`),
  )
  return rows[0]
}

/** Reads the enrollment of an issued document, also one that has ended. */
export async function readHolder(
  db: Queryable,
  { establishment_id, enrollment_id }: { establishment_id: number; enrollment_id: number },
): Promise<Holder | undefined> {
  const { rows } = await db.execute<Holder>(
    selectHolders(
      sql`enrollment.establishment_id = ${establishment_id} and enrollment.id = ${enrollment_id}`,
    ),
  )
  return rows[0]
}

/** What a document says. `until` is the day of issue: later days of attendance do not change it. */
export type DocumentData = {
  kind: DocumentKind
  school: string
  rbd: string
  name: string
  run: string | null
  gender: string | null
  course: string
  year: number
  is_enrolled: boolean | null
  enrolled_on: string | null
  grades: GradesData | null
  attendance: AttendanceData | null
}

export const nameOf = ({ name, last_name, second_last_name }: Holder) =>
  [name, last_name, second_last_name].filter(Boolean).join(' ')

const runOf = ({ rut, rut_dv }: Holder) =>
  rut === null ? null : `${rut.replace(/\B(?=(\d{3})+$)/g, '.')}-${rut_dv}`

export async function readDocumentData(
  db: Queryable,
  holder: Holder,
  kind: DocumentKind,
  until: string,
): Promise<DocumentData> {
  const isAboutEnrollment = kind === 'regular' || kind === 'enrolment'
  return {
    kind,
    school: holder.school,
    rbd: holder.rbd,
    name: nameOf(holder),
    run: runOf(holder),
    gender: holder.gender,
    course: holder.course,
    year: holder.year,
    is_enrolled: isAboutEnrollment ? holder.withdrawn_on === null : null,
    enrolled_on: kind === 'enrolment' ? holder.enrolled_on : null,
    grades: kind === 'grades' ? await readGradesData(db, holder) : null,
    attendance: kind === 'attendance' ? await readAttendanceData(db, holder, until) : null,
  }
}

/** Returns the SHA-256 of the data in hexadecimal: it differs as soon as the document would say something else. */
export const fingerprintOf = (data: DocumentData): string =>
  createHash('sha256').update(JSON.stringify(data)).digest('hex')

/** Returns what the public check shows of a student. */
export function leastOf(holder: Holder): { initials: string; run_end: string | null } {
  const initials = nameOf(holder)
    .split(/\s+/)
    .map((word) => `${[...word][0]?.toLocaleUpperCase('es-CL')}.`)
    .join(' ')
  return { initials, run_end: holder.rut === null ? null : `${holder.rut.slice(-3)}-${holder.rut_dv}` }
}
