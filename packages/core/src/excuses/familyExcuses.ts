import { and, desc, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import { locks } from '../db/client/locks.ts'
import { preparedQuery, type Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { hasKey, isOfSame } from '../db/schema/schoolKeys.ts'
import { excuses } from '../db/tables/excuses.ts'
import { parents } from '../db/tables/people.ts'
import { arrears, attendance } from '../db/tables/records.ts'
import { establishments } from '../db/tables/schools.ts'
import { linkedEnrollment } from '../students/enrollments.ts'
import { momentAtSchool } from '../students/schoolMoment.ts'
import { lastDecision } from './excuseState.ts'

/** Returns the excuses of the student's enrollment, newest first; one row with null if there is none. */
export const findExcuses = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  const decision = lastDecision(db)
  return db
    .select({
      school: pick(
        establishments,
        'time_zone',
        'excuse_answer_days',
        'attachment_days',
        'counts_justified_absences',
      ),
      excuse: {
        ...pick(excuses, 'id', 'kind', 'from_day', 'to_day', 'reason', 'text', 'created_at', 'parent_id'),
        ...pick(excuses, 'attachment_name', 'attachment_bytes', 'attachment_state'),
      },
      sent_at: momentAtSchool(excuses.created_at, linked.time_zone),
      sender: sql<string | null>`${parents.name} || ' ' || ${parents.last_name}`,
      state: decision.state,
      explanation: decision.explanation,
      decided_at: momentAtSchool(decision.decided_at, linked.time_zone),
    })
    .from(linked)
    .innerJoin(establishments, eq(establishments.id, linked.establishment_id))
    .leftJoin(excuses, and(isOfSame(excuses, linked, 'enrollment_id'), isNull(excuses.withdrawn_at)))
    .leftJoin(parents, eq(parents.id, excuses.parent_id))
    .leftJoinLateral(decision, sql`true`)
    .orderBy(desc(excuses.id))
    .prepare('excuses')
})

const findTarget = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  return db
    .select({
      ...pick(linked, 'establishment_id', 'enrollment_id', 'time_zone'),
      today: sql<string>`((now() at time zone ${linked.time_zone})::date)::text`,
    })
    .from(linked)
    .prepare('excuse_target')
})

type Caller = { student_id: number; parent_id: number }
/** The enrollment that an excuse is about, with the date at its school. */
export type ExcuseTarget = {
  establishment_id: number
  enrollment_id: number
  today: string
  time_zone: string
}

/** Returns the enrollment of a student to whom the parent has an open link; undefined without one. */
export async function findExcuseTarget(db: Queryable, caller: Caller): Promise<ExcuseTarget | undefined> {
  const [found] = await findTarget(db).execute(caller)
  const { enrollment_id, time_zone } = found ?? {}
  return found && enrollment_id && time_zone ? { ...found, enrollment_id, time_zone } : undefined
}

/** Makes others who send an excuse about this enrollment wait for the end of the transaction. */
export const lockExcuses = (transaction: Queryable, { enrollment_id }: ExcuseTarget) =>
  transaction.execute(
    sql`select pg_advisory_xact_lock(${locks.excuse}::int, hashint8(${enrollment_id}::bigint))`,
  )

export async function findExcuseByKey(db: Queryable, { parent_id, key }: { parent_id: number; key: string }) {
  const [row] = await db
    .select({ id: excuses.id })
    .from(excuses)
    .where(and(eq(excuses.parent_id, parent_id), eq(excuses.key, key)))
  return row?.id
}

export type ExcuseDays = { kind: 'arrear' | 'absence'; from: string; to: string }

/** Returns the state of an excuse about one of these days; undefined without one. */
export async function findOverlapping(db: Queryable, target: ExcuseTarget, { kind, from, to }: ExcuseDays) {
  const decision = lastDecision(db)
  const [row] = await db
    .select({ id: excuses.id, state: decision.state })
    .from(excuses)
    .leftJoinLateral(decision, sql`true`)
    .where(
      and(
        isOfSame(excuses, target, 'enrollment_id'),
        eq(excuses.kind, kind),
        isNull(excuses.withdrawn_at),
        lte(excuses.from_day, to),
        gte(excuses.to_day, from),
      ),
    )
    .limit(1)
  return row && (row.state ?? 'pending')
}

/** Returns the statuses of the late arrivals of a day, as the sheets have them. */
export async function readArrearStatuses(db: Queryable, target: ExcuseTarget, day: string) {
  const rows = await db
    .select({ status: arrears.status })
    .from(arrears)
    .where(
      and(
        isOfSame(arrears, target, 'enrollment_id'),
        sql`(${arrears.date_late} at time zone ${target.time_zone})::date = ${day}::date`,
      ),
    )
  return rows.map(({ status }) => status)
}

/** Returns the recorded attendance of these days. */
export const readAttendance = (
  db: Queryable,
  target: ExcuseTarget,
  { from, to }: Pick<ExcuseDays, 'from' | 'to'>,
) =>
  db
    .select({ day: attendance.day, status: attendance.status })
    .from(attendance)
    .where(
      and(isOfSame(attendance, target, 'enrollment_id'), gte(attendance.day, from), lte(attendance.day, to)),
    )

type NewExcuse = Pick<
  typeof excuses.$inferInsert,
  'key' | 'kind' | 'from_day' | 'to_day' | 'reason' | 'text' | 'attachment_name' | 'attachment_bytes'
> & { parent_id: number }

/** Adds an excuse and returns its id. The statement names its columns, as the server's account may state no others. */
export async function insertExcuse(
  db: Queryable,
  { establishment_id, enrollment_id }: ExcuseTarget,
  row: NewExcuse,
): Promise<number> {
  const state = row.attachment_name ? 'expected' : null
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into excuses (establishment_id, enrollment_id, parent_id, key, kind, from_day, to_day, reason, text,
      attachment_name, attachment_bytes, attachment_state)
    values (${establishment_id}, ${enrollment_id}, ${row.parent_id}, ${row.key}, ${row.kind}, ${row.from_day},
      ${row.to_day}, ${row.reason}, ${row.text}, ${row.attachment_name ?? null}, ${row.attachment_bytes ?? null}, ${state})
    returning id::float8 as id`)
  return rows[0]?.id as number
}

/** Returns an excuse of the student that the parent has sent; undefined without one. With `lock`, its row is locked. */
export async function findOwnExcuse(
  db: Queryable,
  { id, ...caller }: Caller & { id: number },
  { lock = false } = {},
) {
  const target = await findExcuseTarget(db, caller)
  if (!target) return undefined
  const statement = db
    .select({
      ...pick(excuses, 'establishment_id', 'id', 'withdrawn_at', 'attachment_state', 'attachment_name'),
      attachment_bytes: excuses.attachment_bytes,
    })
    .from(excuses)
    .where(
      and(
        hasKey(excuses, target, id),
        eq(excuses.enrollment_id, target.enrollment_id),
        eq(excuses.parent_id, caller.parent_id),
      ),
    )
  const [row] = await (lock ? statement.for('update') : statement)
  return row
}

type ExcuseKey = { establishment_id: number; id: number }

export async function isDecided(db: Queryable, { establishment_id, id }: ExcuseKey): Promise<boolean> {
  const { rows } = await db.execute(sql`select from excuse_decisions
    where establishment_id = ${establishment_id} and excuse_id = ${id} limit 1`)
  return rows.length > 0
}

/** Withdraws an excuse whose row is locked. Its attachment is deleted by `removeExpiredAttachments`. */
export const withdrawExcuse = (transaction: Queryable, excuse: ExcuseKey) =>
  transaction
    .update(excuses)
    .set({ withdrawn_at: sql`now()` })
    .where(hasKey(excuses, excuse, excuse.id))

/** Settles an expected attachment. Returns false if it was settled before. */
export async function settleAttachment(
  db: Queryable,
  excuse: ExcuseKey,
  attachment: { attachment_state: 'stored' | 'refused'; attachment_id: string | null },
): Promise<boolean> {
  const { rowCount } = await db
    .update(excuses)
    .set(attachment)
    .where(and(hasKey(excuses, excuse, excuse.id), inArray(excuses.attachment_state, ['expected'])))
  return Boolean(rowCount)
}
