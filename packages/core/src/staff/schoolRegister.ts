import { type RegisterAction, type RegisterLine, registerActions } from '@apoderados/contract/office/register'
import { aliasedTable, and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { auditLog } from '../db/tables/audit.ts'
import { parents, students } from '../db/tables/people.ts'
import { establishments } from '../db/tables/schools.ts'
import { staff } from '../db/tables/staff.ts'

export type RegisterFilter = {
  school_id: number
  /** Only the acts of this member; with `withLoads`, the school's loads of data too. */
  ownOf?: number
  withLoads?: boolean
  staff_id?: number | undefined
  student_id?: number | undefined
  action?: RegisterAction | undefined
  /** The first and the last day, `YYYY-MM-DD`, by the school's clock. */
  from?: string | undefined
  to?: string | undefined
}

/** Whether a line is that of a load of data; one of the operator's command has the counts of the rows that changed. */
const isLoad = sql`(${auditLog.action} in ('load_applied', 'load_undone')
  or ${auditLog.action} = 'operator' and ${auditLog.detail} ? 'counts')`

/** Whether a line is about a student. The second condition is that of the index `audit_log_student`. */
const isAboutStudent = (student_id: number) =>
  and(eq(auditLog.student_id, student_id), sql`${auditLog.action} not in ('contacts_read', 'document_read')`)

/** The beginning of a day by the school's clock; `days` later. */
const startOf = (school_id: number, day: string, days = 0) =>
  sql`((${day}::date + ${days}::int)::timestamp at time zone
    (select ${establishments.time_zone} from ${establishments} where ${establishments.id} = ${school_id}))`

function matching(filter: RegisterFilter): SQL | undefined {
  const { school_id, ownOf, withLoads, staff_id, student_id, action, from, to } = filter
  return and(
    eq(auditLog.establishment_id, school_id),
    inArray(auditLog.action, Object.keys(registerActions)),
    ownOf === undefined ? undefined : or(eq(auditLog.staff_id, ownOf), withLoads ? isLoad : undefined),
    staff_id === undefined ? undefined : eq(auditLog.staff_id, staff_id),
    student_id === undefined ? undefined : isAboutStudent(student_id),
    action === undefined ? undefined : eq(auditLog.action, action),
    from === undefined ? undefined : sql`${auditLog.at} >= ${startOf(school_id, from)}`,
    to === undefined ? undefined : sql`${auditLog.at} < ${startOf(school_id, to, 1)}`,
  )
}

export const countRegister = (db: Database, filter: RegisterFilter): Promise<number> =>
  db.$count(auditLog, matching(filter))

const member = aliasedTable(staff, 'member')
/** The member whom a line is about: the id in its detail. */
const memberId = sql`(${auditLog.detail} ->> 'member')::bigint`
const named = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name })

/** The lines of a school's register, the newest first. */
export async function readRegister(
  db: Database,
  filter: RegisterFilter,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<RegisterLine[]> {
  const rows = await db
    .select({
      ...pick(auditLog, 'id', 'at', 'action', 'address', 'detail', 'staff_id', 'student_id', 'parent_id'),
      staff_name: staff.name,
      member_id: member.id,
      member_name: member.name,
      student_name: sql<string | null>`${students.name} || ' ' || ${students.last_name}`,
      guardian_name: sql<string | null>`${parents.name} || ' ' || ${parents.last_name}`,
    })
    .from(auditLog)
    .leftJoin(staff, eq(staff.id, auditLog.staff_id))
    .leftJoin(member, sql`${member.id} = ${memberId}`)
    .leftJoin(
      students,
      and(eq(students.establishment_id, auditLog.establishment_id), eq(students.id, auditLog.student_id)),
    )
    .leftJoin(parents, eq(parents.id, auditLog.parent_id))
    .where(matching(filter))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit)
    .offset(offset)
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    staff: named(row.staff_id, row.staff_name),
    member: named(row.member_id, row.member_name),
    student: named(row.student_id, row.student_name),
    guardian: named(row.parent_id, row.guardian_name),
    detail: (row.detail ?? {}) as Record<string, unknown>,
    address: row.address,
  }))
}

type About = { school_id: number; student_id?: number; parent_id?: number }

/** Returns who of the school's staff changed a student or a guardian last, and when. */
export async function readLastAct(
  db: Queryable,
  { school_id, student_id, parent_id }: About,
): Promise<{ by: string | null; at: string } | undefined> {
  const [last] = await db
    .select({ by: staff.name, at: auditLog.at })
    .from(auditLog)
    .innerJoin(staff, eq(staff.id, auditLog.staff_id))
    .where(
      and(
        eq(auditLog.establishment_id, school_id),
        student_id === undefined ? undefined : isAboutStudent(student_id),
        parent_id === undefined ? undefined : eq(auditLog.parent_id, parent_id),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
  return last && { by: last.by, at: last.at.toISOString() }
}
