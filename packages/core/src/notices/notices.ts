import { createHash } from 'node:crypto'
import type { NoticeAudience, NoticeState } from '@apoderados/contract/office/notices'
import type { StaffRole } from '@apoderados/contract/office/roles'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { noticeFiles, notices } from '../db/tables/notices.ts'
import { isEnrollmentInForce } from '../students/enrollments.ts'
import { isNotice, type NoticeId, noticeEnrollments } from './audience.ts'

type NoticeRow = typeof notices.$inferSelect
export type Author = { staff_id: number; staff_name: string; staff_role: StaffRole }

const isRow = ({ school_id, notice_id }: NoticeId) =>
  and(eq(notices.establishment_id, school_id), eq(notices.id, notice_id))

export async function insertNotice(db: Queryable, school_id: number, author: Author): Promise<number> {
  const values = { establishment_id: school_id, ...author, changed_by: author.staff_name }
  const [row] = await db.insert(notices).values(values).returning({ id: notices.id })
  return row?.id as number
}

/** Returns a notice that was not discarded. */
export async function readNotice(db: Queryable, notice: NoticeId): Promise<NoticeRow | undefined> {
  const [row] = await db.select().from(notices).where(isRow(notice))
  return row?.state === 'discarded' ? undefined : row
}

/** Locks a notice until the end of the transaction. */
export async function lockNotice(transaction: Queryable, notice: NoticeId): Promise<NoticeRow | undefined> {
  const [row] = await transaction.select().from(notices).where(isRow(notice)).for('update')
  return row?.state === 'discarded' ? undefined : row
}

/** Changes columns of a notice; returns the time of the change. */
export async function changeNotice(
  transaction: Queryable,
  notice: NoticeId,
  values: Partial<{ [Column in keyof NoticeRow]: NoticeRow[Column] | SQL }> & { changed_by: string },
): Promise<Date> {
  const [row] = await transaction
    .update(notices)
    .set({ ...values, changed_at: sql`date_trunc('milliseconds', clock_timestamp())` } as never)
    .where(isRow(notice))
    .returning({ changed_at: notices.changed_at })
  return row?.changed_at as Date
}

export const readNoticeFiles = (db: Queryable, { school_id, notice_id }: NoticeId, file_ids: string[]) =>
  db
    .select()
    .from(noticeFiles)
    .where(
      and(
        eq(noticeFiles.establishment_id, school_id),
        eq(noticeFiles.notice_id, notice_id),
        inArray(noticeFiles.file_id, file_ids),
      ),
    )

export const countNoticeFiles = (db: Queryable, { school_id, notice_id }: NoticeId) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(noticeFiles)
    .where(and(eq(noticeFiles.establishment_id, school_id), eq(noticeFiles.notice_id, notice_id)))
    .then(([row]) => row?.count ?? 0)

export const insertNoticeFile = (
  db: Queryable,
  { school_id, notice_id }: NoticeId,
  file: { file_id: string; name: string; bytes: number; hash: string },
) => db.insert(noticeFiles).values({ establishment_id: school_id, notice_id, ...file })

/** Removes the documents that no version of the notice has, and that are not `kept`. */
export const removeUnusedNoticeFiles = (
  transaction: Queryable,
  { school_id, notice_id }: NoticeId,
  kept: string[],
) =>
  transaction.execute(sql`delete from notice_files file
    where file.establishment_id = ${school_id} and file.notice_id = ${notice_id}
      and file.file_id <> all(${sql.param(kept)}::text[])
      and not exists (select from notice_versions version where version.establishment_id = file.establishment_id
        and version.notice_id = file.notice_id and file.file_id = any(version.file_ids))`)

/** Returns those of the courses that belong to the school. */
export async function findCourses(
  db: Queryable,
  school_id: number,
  { ids = [], levels = [] }: { ids?: number[]; levels?: string[] },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select course.id::float8 as id from courses course
    where course.establishment_id = ${school_id} and (course.id = any(${sql.param(ids)}::bigint[])
      or course.name = any(${sql.param(levels)}::text[]) and exists (
        select from enrollments enrollment join establishments school on school.id = enrollment.establishment_id
        where enrollment.establishment_id = course.establishment_id and enrollment.course_id = course.id
          and ${isEnrollmentInForce}))`)
  return rows.map(({ id }) => id)
}

export async function hasFamilies(db: Queryable, notice: NoticeId): Promise<boolean> {
  const { rows } = await db.execute(sql`select from ${noticeEnrollments} where ${isNotice(notice)} limit 1`)
  return rows.length > 0
}

/** The names of the courses of an audience, and the number of single families. */
export type AudienceNames = {
  audience: NoticeAudience
  levels: string[]
  courses: string[]
  families: number
}

const audienceColumns = sql`notice.audience, notice.levels,
  array(select course.name || ' ' || course.letter from courses course
    where course.establishment_id = notice.establishment_id and course.id = any(notice.course_ids)
    order by course.id) as courses,
  cardinality(notice.student_ids) as families`

export async function readAudienceNames(db: Queryable, notice: NoticeId): Promise<AudienceNames> {
  const { rows } = await db.execute<AudienceNames>(
    sql`select ${audienceColumns} from notices notice where ${isNotice(notice)}`,
  )
  return rows[0] as AudienceNames
}

const hashOf = (title: string, body: string, files: { name: string; hash: string }[]) =>
  createHash('sha256')
    .update(JSON.stringify([title, body, files.map(({ name, hash }) => [name, hash])]))
    .digest('hex')

/**
 * Publishes what the notice says as its next version, and logs it for its families. Call it last in the transaction: the
 * news get the time of the call.
 */
export async function publishVersion(
  transaction: Queryable,
  notice: NoticeId,
  { title, body, file_ids, version: before }: Pick<NoticeRow, 'title' | 'body' | 'file_ids' | 'version'>,
  staff_name: string,
): Promise<void> {
  const stored = await readNoticeFiles(transaction, notice, file_ids)
  const files = file_ids.flatMap((id) => stored.find(({ file_id }) => file_id === id) ?? [])
  const version = before + 1
  await transaction.execute(sql`
    insert into notice_versions (establishment_id, notice_id, version, title, body, file_ids, hash, staff_name)
    values (${notice.school_id}, ${notice.notice_id}, ${version}, ${title}, ${body},
      ${sql.param(file_ids)}::text[], ${hashOf(title, body, files)}, ${staff_name})`)
  await changeNotice(transaction, notice, {
    state: 'sent',
    title,
    body,
    file_ids,
    version,
    changed_by: staff_name,
    ...(before === 0 && { sent_at: sql`clock_timestamp()` }),
  })
  await removeUnusedNoticeFiles(transaction, notice, file_ids)
  await logNotice(transaction, notice, before)
}

/** Logs the current version for each part of the audience, so that families are told of it. */
const logNotice = (transaction: Queryable, notice: NoticeId, before: number) => {
  const known = before > 0 ? String(before) : null
  return transaction.execute(sql`
    with clock as materialized (select clock_timestamp() as now), logged as (
      insert into changes (establishment_id, kind, enrollment_id, course_id, item, old_value, new_value, known_value,
        changed_at, published_at)
      select notice.establishment_id, 'notice', part.enrollment_id, part.course_id, notice.id::text, ${known}::text,
        notice.version::text, ${known}::text, clock.now, clock.now
      from notices notice cross join clock cross join lateral (
        select null::bigint as enrollment_id, null::bigint as course_id where notice.audience = 'school'
        union all select null, unnest(notice.course_ids) where notice.audience in ('level', 'courses')
        union all select enrollment.id, null from enrollments enrollment
          join establishments school on school.id = enrollment.establishment_id
          where notice.audience = 'families' and enrollment.establishment_id = notice.establishment_id
            and enrollment.student_id = any(notice.student_ids) and ${isEnrollmentInForce}) part
      where ${isNotice(notice)}
      returning establishment_id, id, published_at)
    insert into due_news (establishment_id, change_id, published_at)
    select establishment_id, id, published_at from logged`)
}

/** Sends one scheduled notice whose time has come; returns its ids, or undefined if none is due. */
export async function sendDueNotice(transaction: Queryable): Promise<NoticeId | undefined> {
  const [row] = await transaction
    .select()
    .from(notices)
    .where(and(eq(notices.state, 'scheduled'), sql`${notices.send_at} <= now()`))
    .orderBy(notices.send_at)
    .limit(1)
    .for('update', { skipLocked: true })
  if (!row) return undefined
  const notice = { school_id: row.establishment_id, notice_id: row.id }
  await publishVersion(transaction, notice, row, row.staff_name)
  return notice
}

type NoticeSummaryRow = AudienceNames & {
  id: number
  state: NoticeState
  title: string
  staff: string
  version: number
  send_at: string | null
  sent_at: string | null
  ends_on: string | null
  withdrawn_at: string | null
  asks_receipt: boolean
  total: number
}
type ListFilter = { states: NoticeState[]; withFamilies: boolean; author: number }

/** Whether the caller sees the notice: one to single families only if the role may write those, or the caller did. */
const isVisible = ({ withFamilies, author }: Pick<ListFilter, 'withFamilies' | 'author'>) =>
  sql`(${withFamilies}::boolean or notice.audience <> 'families' or notice.staff_id = ${author})`

/** Returns a page of a school's notices: drafts and scheduled ones first, then the sent ones, newest first. */
export async function readNoticeList(
  db: Queryable,
  school_id: number,
  { states, ...viewer }: ListFilter,
  page: { limit: number; offset: number },
): Promise<NoticeSummaryRow[]> {
  const { rows } = await db.execute<NoticeSummaryRow>(sql`
    select notice.id::float8 as id, notice.state, notice.title, notice.staff_name as staff, notice.version,
      notice.send_at, notice.sent_at, notice.ends_on, notice.withdrawn_at, notice.asks_receipt, ${audienceColumns},
      count(*) over ()::int as total
    from notices notice
    where notice.establishment_id = ${school_id} and notice.state = any(${sql.param(states)}::text[])
      and ${isVisible(viewer)}
    order by notice.sent_at desc nulls first, notice.id desc limit ${page.limit} offset ${page.offset}`)
  return rows
}

export async function countNotices(
  db: Queryable,
  school_id: number,
  viewer: Omit<ListFilter, 'states'>,
): Promise<{ sent: number; scheduled: number; draft: number }> {
  const { rows } = await db.execute<{ sent: number; scheduled: number; draft: number }>(sql`
    select count(*) filter (where notice.state in ('sent', 'withdrawn'))::int as sent,
      count(*) filter (where notice.state = 'scheduled')::int as scheduled,
      count(*) filter (where notice.state = 'draft')::int as draft
    from notices notice where notice.establishment_id = ${school_id} and ${isVisible(viewer)}`)
  return rows[0] as { sent: number; scheduled: number; draft: number }
}

/** Returns the hash of the current version. */
export async function readVersionHash(db: Queryable, notice: NoticeId): Promise<string | null> {
  const { rows } = await db.execute<{ hash: string }>(sql`
    select version.hash from notices notice join notice_versions version
      on version.establishment_id = notice.establishment_id and version.notice_id = notice.id
      and version.version = notice.version
    where ${isNotice(notice)}`)
  return rows[0]?.hash ?? null
}
