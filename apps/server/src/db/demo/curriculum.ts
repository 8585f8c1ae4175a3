import type { Queryable } from '../open.ts'
import { blocks, courseSubjects, employees } from '../schema.ts'
import type { CoursePlan } from './course.ts'
import { insertRows } from './rows.ts'
import { type StaffKey, staff } from './staff.ts'
import { timetableOf } from './timetable.ts'

export type StaffIds = Map<StaffKey, number>
/** By the subject's name. */
export type SubjectIds = Map<string, number>

export async function writeStaff(db: Queryable, establishment_id: number): Promise<StaffIds> {
  const rows = await db
    .insert(employees)
    .values(Object.values(staff).map((person) => ({ establishment_id, ...person })))
    .returning({ id: employees.id })
  const keys = Object.keys(staff) as StaffKey[]
  return new Map(keys.map((key, index) => [key, rows[index]?.id as number]))
}

/** A course's subjects and its week. */
export async function writeCurriculum(
  db: Queryable,
  course: { establishment_id: number; course_id: number },
  plan: CoursePlan,
  staffIds: StaffIds,
): Promise<SubjectIds> {
  const subjects = plan.subjects.map(({ name, scale_type, teacher }, index) => ({
    ...course,
    position: index + 1,
    name,
    scale_type,
    employee_id: staffIds.get(teacher),
  }))
  const rows = await db.insert(courseSubjects).values(subjects).returning({ id: courseSubjects.id })
  const ids = new Map(plan.subjects.map(({ name }, index) => [name, rows[index]?.id as number]))
  const week = timetableOf(plan).map(({ subject, ...block }) => ({
    ...course,
    ...block,
    course_subject_id: subject === null ? null : ids.get(subject),
  }))
  await insertRows(db, blocks, week)
  return ids
}
