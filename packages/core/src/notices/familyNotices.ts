import { NOTICES_MAX } from '@apoderados/contract/notices'
import type { NoticeAudience } from '@apoderados/contract/office/notices'
import type { StaffRole } from '@apoderados/contract/office/roles'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/client/open.ts'
import { preparedStatement } from '../db/client/preparedStatement.ts'
import { momentAtSchool } from '../students/schoolMoment.ts'
import { isShownToFamilies, noticeEnrollments } from './audience.ts'

/** The notices that the parent $1 sees now, with one row for each student of theirs, for a `from` clause. */
const shownToParent = sql`${noticeEnrollments}
  and ${isShownToFamilies}
  join student_parents link on link.establishment_id = enrollment.establishment_id
    and link.student_id = enrollment.student_id and link.has_access and link.parent_id = $1`

export type FamilyNotice = {
  id: number
  version: number
  establishment_id: number
  student_ids: number[]
  title: string
  body: string
  role: StaffRole
  audience: NoticeAudience
  levels: string[]
  courses: string[]
  sent_at: string
  corrected_at: string | null
  files: { file_id: string; name: string; bytes: number }[]
  asks_receipt: boolean
  received_at: string | null
  is_read: boolean
}

const atSchool = (column: string) => momentAtSchool(sql.raw(column), sql.raw('notice.time_zone'))

const selectNotices = preparedStatement<FamilyNotice>(
  'family_notices',
  sql`
    with notice as materialized (
      select notice.*, school.time_zone,
        array_agg(enrollment.student_id::float8 order by enrollment.student_id) as for_students
      from ${shownToParent} group by notice.establishment_id, notice.id, school.id)
    select notice.id::float8 as id, notice.version, notice.establishment_id::float8 as establishment_id,
      notice.for_students as student_ids, notice.title, notice.body, notice.staff_role as role, notice.audience,
      notice.levels,
      array(select course.name || ' ' || course.letter from courses course
        where course.establishment_id = notice.establishment_id and course.id = any(notice.course_ids)
        order by course.id) as courses,
      ${atSchool('notice.sent_at')} as sent_at,
      case when notice.version > 1 then ${atSchool('version.published_at')} end as corrected_at,
      coalesce((select json_agg(json_build_object('file_id', file.file_id, 'name', file.name, 'bytes', file.bytes)
          order by array_position(notice.file_ids, file.file_id))
        from notice_files file where file.establishment_id = notice.establishment_id and file.notice_id = notice.id
          and file.file_id = any(notice.file_ids)), '[]') as files,
      notice.asks_receipt, ${atSchool('receipt.received_at')} as received_at,
      receipt.parent_id is not null or coalesce(opened.version = notice.version, false) as is_read
    from notice
    join notice_versions version on version.establishment_id = notice.establishment_id
      and version.notice_id = notice.id and version.version = notice.version
    left join notice_receipts receipt on receipt.establishment_id = notice.establishment_id
      and receipt.notice_id = notice.id and receipt.version = notice.version and receipt.parent_id = $1
    left join notice_reads opened on opened.parent_id = $1
      and opened.establishment_id = notice.establishment_id and opened.notice_id = notice.id
    order by (notice.asks_receipt and receipt.parent_id is null) desc, notice.sent_at desc
    limit ${sql.raw(String(NOTICES_MAX))}`,
)

/** Returns the notices that a parent sees now: those with a receipt due first, then the newest first. */
export const readFamilyNotices = (db: Database, parent_id: number) => selectNotices(db, [parent_id])

/** The current version of a notice that the parent sees. */
const selectShownVersion = preparedStatement<{
  establishment_id: number
  version: number
  asks_receipt: boolean
}>(
  'shown_notice',
  sql`select notice.establishment_id::float8 as establishment_id, notice.version, notice.asks_receipt
    from ${shownToParent} where notice.id = $2 limit 1`,
)

type NoticeVersion = { notice_id: number; version: number }

/** Notes that the parent has opened a version; returns false if the parent does not see the notice. */
export async function noteNoticeRead(
  db: Database,
  parent_id: number,
  { notice_id, version }: NoticeVersion,
): Promise<boolean> {
  const [shown] = await selectShownVersion(db, [parent_id, notice_id])
  if (!shown) return false
  await db.execute(sql`
    insert into notice_reads (parent_id, establishment_id, notice_id, version)
    values (${parent_id}, ${shown.establishment_id}, ${notice_id}, ${Math.min(version, shown.version)})
    on conflict (parent_id, establishment_id, notice_id)
      do update set version = greatest(notice_reads.version, excluded.version)`)
  return true
}

/**
 * Adds the parent's receipt of a version, and returns its time. A repeated call returns the time of the first one. Returns
 * 'unknown' if the parent does not see such a notice, or 'corrected' if there is a newer version.
 */
export async function addReceipt(
  db: Database,
  parent_id: number,
  { notice_id, version }: NoticeVersion,
): Promise<{ received_at: string } | 'unknown' | 'corrected'> {
  const [shown] = await selectShownVersion(db, [parent_id, notice_id])
  if (!shown?.asks_receipt || version > shown.version) return 'unknown'
  if (version < shown.version) return 'corrected'
  const { establishment_id } = shown
  await db.execute(sql`
    insert into notice_receipts (establishment_id, notice_id, version, parent_id, hash)
    select establishment_id, notice_id, version, ${parent_id}::bigint, hash from notice_versions
    where establishment_id = ${establishment_id} and notice_id = ${notice_id} and version = ${version}
    on conflict do nothing`)
  const { rows } = await db.execute<{ received_at: string }>(sql`
    select ${momentAtSchool(sql.raw('receipt.received_at'), sql.raw('school.time_zone'))} as received_at
    from notice_receipts receipt join establishments school on school.id = receipt.establishment_id
    where receipt.establishment_id = ${establishment_id} and receipt.notice_id = ${notice_id}
      and receipt.version = ${version} and receipt.parent_id = ${parent_id}`)
  return rows[0] ?? 'unknown'
}

const selectDocument = preparedStatement<{ name: string }>(
  'notice_document',
  sql`select file.name from notice_files file
    where file.file_id = $2 and exists (select from ${shownToParent}
      where notice.establishment_id = file.establishment_id and notice.id = file.notice_id
        and file.file_id = any(notice.file_ids))`,
)

/** Returns the name of a document of the current version of a notice that the parent sees. */
export async function findNoticeDocument(
  db: Database,
  parent_id: number,
  file_id: string,
): Promise<string | undefined> {
  const [file] = await selectDocument(db, [parent_id, file_id])
  return file?.name
}
