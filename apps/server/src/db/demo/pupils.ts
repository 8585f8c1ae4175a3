import { asc, eq } from 'drizzle-orm'
import type { Queryable } from '../open.ts'
import { enrollments, students } from '../schema.ts'
import { namedRuts } from './families.ts'

/** The students whose records must show every state, whatever the draw. */
export type Role = keyof typeof namedRuts | 'classmate'

export type Pupil = {
  enrollment_id: number
  enrolled_on: string
  role: Role
  /** The class days held for them, up to today. */
  days: string[]
}

function roleOf(rut: string | null): Role {
  if (rut === namedRuts.martina) return 'martina'
  return rut === namedRuts.tomas ? 'tomas' : 'classmate'
}

/** In the order in which they were written. */
export async function readPupils(db: Queryable, course_id: number, heldDays: string[]): Promise<Pupil[]> {
  const rows = await db
    .select({ enrollment_id: enrollments.id, enrolled_on: enrollments.enrolled_on, rut: students.rut })
    .from(enrollments)
    .innerJoin(students, eq(students.id, enrollments.student_id))
    .where(eq(enrollments.course_id, course_id))
    .orderBy(asc(enrollments.id))
  return rows.map(({ rut, ...row }) => ({
    ...row,
    role: roleOf(rut),
    days: heldDays.filter((day) => day >= row.enrolled_on),
  }))
}
