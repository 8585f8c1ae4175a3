import type { NewsKind } from '@apoderados/contract/news'
import { sql } from 'drizzle-orm'
import { isLiveSession } from '../accounts/sessions.ts'
import type { Queryable } from '../db/client/open.ts'
import { sessions } from '../db/tables/accounts.ts'
import { pushTokens } from '../db/tables/messages.ts'
import { parents } from '../db/tables/people.ts'
import { isEnrollmentInForce } from '../students/enrollments.ts'
import { quietHours } from './fanOut.ts'

/** The largest number of changes that a notification shows in detail. */
const SHOWN_CHANGES_MAX = 3

/** A change that a push may show. */
export type PushedChange = {
  title: string | null
  subject: string | null
  day: string | null
  known_value: string | null
  new_value: string | null
  item: string
  sub_period_id: number | null
  course_subject_id: number | null
}

/** The data that the server needs to send a push. */
export type PushContent = {
  id: number
  student_id: number
  kind: NewsKind
  change_ids: number[]
  token: string
  parent_id: number
  show_detail: boolean
  /** The student's first name that the family may read. */
  name: string
  /** The seconds until the end of the parent's quiet hours; 0 outside of them. */
  quiet_seconds: number
  /** Whether families knew none of the changed items before. */
  are_added: boolean
  /** The first `SHOWN_CHANGES_MAX` of the changes. */
  changes: PushedChange[]
}

/** The changes of a push, for a `from` clause of a query with the alias `push`. */
const pushedChanges = sql.raw(`unnest(push.change_ids) change_id
  join changes change on change.establishment_id = push.establishment_id and change.id = change_id`)

/** The notice that a change tells of, for a left join: families read its current title. */
const noticeOfChange = sql.raw(`notices notice on notice.establishment_id = change.establishment_id
  and notice.id = case when change.kind = 'notice' then change.item::bigint end`)

/**
 * Reads the data of these pushes. A push is left out if it must not be sent: if its session has ended or has no push
 * token, if its account, link or enrollment is closed, if the parent has switched off its kind, or if its notices were
 * withdrawn.
 */
export async function readPushContents(db: Queryable, ids: number[]): Promise<PushContent[]> {
  const { rows } = await db.execute<PushContent>(sql`
    select push.id::float8 as id, push.student_id::float8 as student_id, push.kind,
      push.change_ids::float8[] as change_ids, ${pushTokens.token}, ${parents.id}::float8 as parent_id,
      coalesce(setting.show_detail, false) as show_detail,
      coalesce(nullif(case when student.shows_social_name then student.social_name end, ''), student.name) as name,
      extract(epoch from ${quietHours.dueAt} - now())::int as quiet_seconds,
      coalesce((select bool_and(change.known_value is null) from ${pushedChanges}), false) as are_added,
      coalesce((select json_agg(row_to_json(shown)) from (
        select coalesce(nullif(change.title, ''), notice.title) as title, subject.name as subject, change.day, change.known_value,
          change.new_value, change.item, change.sub_period_id, change.course_subject_id
        from ${pushedChanges}
        left join course_subjects subject on subject.establishment_id = change.establishment_id
          and subject.id = change.course_subject_id
        left join ${noticeOfChange}
        order by change.id limit ${sql.raw(String(SHOWN_CHANGES_MAX))}) shown), '[]') as changes
    from pushes push
    join ${sessions} on ${sessions.id} = push.session_id
    join ${parents} on ${parents.id} = ${sessions.parent_id}
    join ${pushTokens} on ${pushTokens.session_id} = ${sessions.id}
    join student_parents link on link.establishment_id = push.establishment_id
      and link.student_id = push.student_id and link.parent_id = ${parents.id} and link.has_access
    join students student on student.establishment_id = push.establishment_id and student.id = push.student_id
    join establishments school on school.id = push.establishment_id
    left join notification_settings setting on setting.parent_id = ${parents.id}
    cross join ${quietHours.clock}
    where push.id = any(${sql.param(ids)}::bigint[]) and ${isLiveSession}
      and exists (select from enrollments enrollment where enrollment.establishment_id = push.establishment_id
        and enrollment.student_id = push.student_id and ${isEnrollmentInForce})
      and not exists (select from muted_news muted where muted.parent_id = ${parents.id}
        and muted.establishment_id = push.establishment_id and muted.student_id = push.student_id
        and muted.kind = push.kind)
      and (push.kind <> 'notice' or exists (select from ${pushedChanges} left join ${noticeOfChange}
        where notice.state = 'sent'))`)
  return rows
}
