import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { isNotice, type NoticeId, noticeEnrollments, shownNames } from './audience.ts'

/** The open links of an enrollment's student, for a `from` clause after `noticeEnrollments`. */
const links = sql.raw(`student_parents link on link.establishment_id = enrollment.establishment_id
  and link.student_id = enrollment.student_id and link.has_access`)

/** A guardian's receipt of the current version, for a left join after `links`. */
const receipts = sql.raw(`notice_receipts receipt on receipt.establishment_id = notice.establishment_id
  and receipt.notice_id = notice.id and receipt.version = notice.version and receipt.parent_id = link.parent_id`)

export type ReceiptCount = { notice_id: number; course_id: number; families: number; received: number }

/** Counts the families of notices by course, and those of which a guardian has confirmed the current version. */
export async function countReceipts(
  db: Queryable,
  school_id: number,
  notice_ids: number[],
): Promise<ReceiptCount[]> {
  const { rows } = await db.execute<ReceiptCount>(sql`
    select family.notice_id::float8 as notice_id, family.course_id::float8 as course_id, count(*)::int as families,
      count(*) filter (where family.is_received)::int as received
    from (
      select notice.id as notice_id, enrollment.course_id, enrollment.student_id,
        bool_or(receipt.parent_id is not null) as is_received
      from ${noticeEnrollments} left join ${links} left join ${receipts}
      where notice.establishment_id = ${school_id} and notice.id = any(${sql.param(notice_ids)}::bigint[])
        and notice.asks_receipt and notice.state = 'sent'
      group by 1, 2, 3) family
    group by 1, 2`)
  return rows
}

type Family = {
  student_id: number
  student: string
  course: string
  guardians: { name: string; received_at: string | null }[]
}

/** Returns the families of a notice, of one course or all, with their guardians; those without a receipt first. */
export async function readReceipts(
  db: Queryable,
  notice: NoticeId,
  course_id: number | null,
): Promise<Family[]> {
  const { rows } = await db.execute<Family>(sql`
    select student.id::float8 as student_id, ${shownNames.student} as student, ${shownNames.course} as course,
      coalesce(json_agg(json_build_object('name', parent.name || ' ' || parent.last_name,
        'received_at', to_char(receipt.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        order by parent.id) filter (where parent.id is not null), '[]') as guardians
    from ${noticeEnrollments}
    join students student on student.establishment_id = enrollment.establishment_id and student.id = enrollment.student_id
    join courses course on course.establishment_id = enrollment.establishment_id and course.id = enrollment.course_id
    left join ${links}
    left join parents parent on parent.id = link.parent_id and parent.is_active
    left join ${receipts}
    where ${isNotice(notice)} and (${course_id}::bigint is null or course.id = ${course_id}::bigint)
    group by student.establishment_id, student.id, course.establishment_id, course.id
    order by bool_or(receipt.parent_id is not null), course.name, course.letter, student.last_name, student.id`)
  return rows
}

/**
 * Reminds the guardians of the families without a receipt, each once, and returns the number of these families. Call it
 * last in the transaction.
 */
export async function remindFamilies(transaction: Queryable, notice: NoticeId): Promise<number> {
  const { rows } = await transaction.execute<{ families: number }>(sql`
    with clock as materialized (select clock_timestamp() as now), missing as materialized (
      select notice.establishment_id, notice.id, notice.version, enrollment.id as enrollment_id
      from ${noticeEnrollments} left join ${links} left join ${receipts}
      where ${isNotice(notice)}
      group by 1, 2, 3, 4 having not bool_or(receipt.parent_id is not null)
    ), logged as (
      insert into changes (establishment_id, kind, enrollment_id, parent_id, item, old_value, new_value, known_value,
        changed_at, published_at)
      select distinct on (link.parent_id) missing.establishment_id, 'notice', missing.enrollment_id, link.parent_id,
        missing.id::text, missing.version::text, 'reminder', missing.version::text, clock.now, clock.now
      from missing cross join clock
      join enrollments enrollment on enrollment.establishment_id = missing.establishment_id
        and enrollment.id = missing.enrollment_id
      join ${links} order by link.parent_id, missing.enrollment_id
      returning establishment_id, id, published_at
    ), due as (
      insert into due_news (establishment_id, change_id, published_at)
      select establishment_id, id, published_at from logged
    ) select count(*)::int as families from missing`)
  return rows[0]?.families ?? 0
}
