import { changeKinds } from '@apoderados/contract/news'
import type { RegisterAction } from '@apoderados/contract/office/register'
import type { NewsTiming, SchoolSettings } from '@apoderados/contract/office/settings'
import { and, asc, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { auditLog } from '../db/tables/audit.ts'
import { newsSettings } from '../db/tables/news.ts'
import { closures, establishments, subPeriods } from '../db/tables/schools.ts'
import { staff } from '../db/tables/staff.ts'

type NewsKind = (typeof changeKinds)[number]

/** The timing of kinds that the school has neither imported nor set: as the first import sets it. */
const defaultTimingOf = (kind: NewsKind): NewsTiming =>
  kind === 'observation'
    ? { timing: 'at_time', hours: null, at_time: '18:00' }
    : { timing: 'at_once', hours: null, at_time: null }

const timingColumns = {
  ...pick(newsSettings, 'kind', 'timing', 'hours'),
  at_time: sql<string | null>`to_char(${newsSettings.at_time}, 'HH24:MI')`,
}

/** Returns when each kind of news is told. */
export async function readNewsTimings(db: Queryable, school_id: number) {
  const rows = await db
    .select(timingColumns)
    .from(newsSettings)
    .where(eq(newsSettings.establishment_id, school_id))
  return changeKinds.map(
    (kind) => rows.find((row) => row.kind === kind) ?? { kind, ...defaultTimingOf(kind) },
  )
}

const settingColumns = {
  ...pick(establishments, 'digest', 'time_zone', 'undo_days', 'excuse_answer_days', 'attachment_days'),
  ...pick(establishments, 'counts_justified_absences', 'controller_name', 'controller_is_public'),
  privacy_contact: establishments.privacy_contact,
}

/** Locks the school's row until the transaction ends, so that changes of its settings follow each other. */
export async function lockSchoolSettings(transaction: Queryable, school_id: number): Promise<SchoolSettings> {
  const [settings] = await transaction
    .select(settingColumns)
    .from(establishments)
    .where(eq(establishments.id, school_id))
    .for('no key update')
  return settings as SchoolSettings
}

export async function readSchoolSettings(db: Queryable, school_id: number): Promise<SchoolSettings> {
  const [settings] = await db
    .select(settingColumns)
    .from(establishments)
    .where(eq(establishments.id, school_id))
  return settings as SchoolSettings
}

/** Sets when a kind of news is told. It applies to later changes only. */
export const setNewsTiming = (
  transaction: Queryable,
  { school_id, kind, ...timing }: NewsTiming & { school_id: number; kind: NewsKind },
) =>
  transaction
    .insert(newsSettings)
    .values({ establishment_id: school_id, kind, ...timing })
    .onConflictDoUpdate({ target: [newsSettings.establishment_id, newsSettings.kind], set: timing })

export const setSchoolSettings = (
  transaction: Queryable,
  { school_id, ...settings }: SchoolSettings & { school_id: number },
) =>
  transaction
    .update(establishments)
    .set({
      ...settings,
      digest_since: settings.digest === 'never' ? null : sql`coalesce(${establishments.digest_since}, now())`,
    })
    .where(eq(establishments.id, school_id))

/** The school year of today, which lasts until February, and the periods and days without classes from its January on. */
export async function readSchoolCalendar(db: Queryable, school_id: number) {
  const { rows } = await db.execute<{ year: number }>(sql`
    select extract(year from now() at time zone time_zone - interval '2 months')::int as year
    from ${establishments} where id = ${school_id}`)
  const year = rows[0]?.year as number
  const periods = await db
    .select(pick(subPeriods, 'name', 'starts_on', 'ends_on'))
    .from(subPeriods)
    .where(and(eq(subPeriods.establishment_id, school_id), gte(subPeriods.year, year)))
    .orderBy(asc(subPeriods.starts_on))
  const fromThen = await db
    .select(pick(closures, 'name', 'starts_on', 'ends_on'))
    .from(closures)
    .where(and(eq(closures.establishment_id, school_id), gte(closures.ends_on, `${year}-01-01`)))
    .orderBy(asc(closures.starts_on))
  return { year, periods, closures: fromThen }
}

type Closure = { school_id: number; starts_on: string; ends_on: string; name: string }

/** Returns the closure that shares a day with this one. Call it with the school locked. */
export async function findOverlappingClosure(transaction: Queryable, closure: Closure) {
  const [found] = await transaction
    .select(pick(closures, 'name'))
    .from(closures)
    .where(
      and(
        eq(closures.establishment_id, closure.school_id),
        lte(closures.starts_on, closure.ends_on),
        gte(closures.ends_on, closure.starts_on),
      ),
    )
    .limit(1)
  return found
}

export const insertClosure = (transaction: Queryable, { school_id, ...closure }: Closure) =>
  transaction.insert(closures).values({ establishment_id: school_id, ...closure })

/** Removes a closure that is as given. Returns false if there is none. */
export async function deleteClosure(
  transaction: Queryable,
  { school_id, starts_on, ends_on, name }: Closure,
): Promise<boolean> {
  const { rowCount } = await transaction
    .delete(closures)
    .where(
      and(
        eq(closures.establishment_id, school_id),
        eq(closures.starts_on, starts_on),
        eq(closures.ends_on, ends_on),
        eq(closures.name, name),
      ),
    )
  return rowCount === 1
}

/** Returns who last did `action` with a detail that contains `detail`; undefined if nobody of the staff did. */
export async function readLastChange(
  db: Queryable,
  school_id: number,
  { action, detail }: { action: RegisterAction; detail: Record<string, string> },
): Promise<{ by: string | null; at: string } | undefined> {
  const contains: SQL = sql`${auditLog.detail} @> ${JSON.stringify(detail)}::jsonb`
  const [line] = await db
    .select({ by: staff.name, at: auditLog.at })
    .from(auditLog)
    .leftJoin(staff, eq(staff.id, auditLog.staff_id))
    .where(and(eq(auditLog.establishment_id, school_id), eq(auditLog.action, action), contains))
    .orderBy(desc(auditLog.at))
    .limit(1)
  return line && { by: line.by, at: line.at.toISOString() }
}
