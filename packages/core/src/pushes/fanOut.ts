import { QUIET_HOURS } from '@apoderados/contract/notifications'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { isLiveSession } from '../accounts/sessions.ts'
import { locks } from '../db/client/locks.ts'
import type { Database } from '../db/client/open.ts'
import { sessions } from '../db/tables/accounts.ts'
import { pushTokens } from '../db/tables/messages.ts'
import { parents } from '../db/tables/people.ts'
import { isEnrollmentInForce } from '../students/enrollments.ts'

/** The time limit of one run of `queueDuePushes`. A run may queue all changes of a large import, and no user waits. */
const RUN_TIMEOUT_MS = 60_000
const CHANGES_PER_RUN_MAX = 100_000

/** The school's local time and the parent's quiet hours, for a join with the aliases `school` and `setting`. */
const quietHoursClock = sql.raw(`lateral (
    select now() at time zone school.time_zone as local,
      case when setting.parent_id is null then time '${QUIET_HOURS.quiet_from}' else setting.quiet_from end as quiet_from,
      case when setting.parent_id is null then time '${QUIET_HOURS.quiet_until}' else setting.quiet_until end as quiet_until
  ) clock`)

/** When a push is due: during quiet hours, which may include midnight, at their end; otherwise at once. */
const pushDueAt = sql.raw(`case
    when case when clock.quiet_from < clock.quiet_until
      then clock.local::time >= clock.quiet_from and clock.local::time < clock.quiet_until
      else clock.local::time >= clock.quiet_from or clock.local::time < clock.quiet_until end
    then (clock.local::date + clock.quiet_until
      + case when clock.local::time < clock.quiet_until then interval '0' else interval '1 day' end)
      at time zone school.time_zone
    else now() end`)

/** The parts of a statement that compute when a push is due. `dueAt` needs a join with `clock`. */
export const quietHours = { clock: quietHoursClock, dueAt: pushDueAt }

/**
 * The changes of `due`, except those that were published over two days ago and, as in `publishedChanges`, those that
 * another change followed before their publication, and those that only restored the value that families know.
 */
const dueChanges = sql.raw(`select change.* from due
  join changes change on change.establishment_id = due.establishment_id and change.id = due.change_id
  where change.known_value is distinct from change.new_value and change.published_at > now() - interval '2 days'
    and not exists (select from changes later
      where later.establishment_id = change.establishment_id and later.kind = change.kind
        and later.item = change.item and later.id > change.id and later.changed_at < change.published_at)`)

/** The enrollments that a change concerns: a single one, those of its course that take its subject, or its school's. */
const concernedEnrollments = sql.raw(`
  select news.*, enrollment.student_id, enrollment.id as enrollment
  from news join enrollments enrollment
    on enrollment.establishment_id = news.establishment_id and enrollment.id = news.enrollment_id
  union all
  select news.*, enrollment.student_id, enrollment.id
  from news join enrollments enrollment
    on enrollment.establishment_id = news.establishment_id and enrollment.course_id = news.course_id
  where news.enrollment_id is null and not exists (select from course_subjects subject
    where subject.establishment_id = news.establishment_id and subject.id = news.course_subject_id
      and subject.is_elective and not exists (select from elective_enrollments taken
        where taken.establishment_id = subject.establishment_id and taken.enrollment_id = enrollment.id
          and taken.course_subject_id = subject.id))
  union all
  select news.*, enrollment.student_id, enrollment.id
  from news join enrollments enrollment on enrollment.establishment_id = news.establishment_id
  where news.enrollment_id is null and news.course_id is null`)

/** Queues due changes as one push per device, student and kind, or adds them to such a push that was not leased yet. */
const queueStatement = sql`
  with due as materialized (
    delete from due_news where (establishment_id, change_id) in (
      select establishment_id, change_id from due_news where published_at <= now()
      order by published_at limit ${sql.raw(String(CHANGES_PER_RUN_MAX))})
    returning establishment_id, change_id
  ), news as materialized (${dueChanges}), concerned as (${concernedEnrollments})
  insert into pushes (session_id, establishment_id, student_id, kind, change_ids, due_at)
  select ${sessions.id}, concerned.establishment_id, concerned.student_id, concerned.kind,
    array_agg(concerned.id order by concerned.id), min(${pushDueAt})
  from concerned
  join enrollments enrollment
    on enrollment.establishment_id = concerned.establishment_id and enrollment.id = concerned.enrollment
  join establishments school on school.id = concerned.establishment_id
  join student_parents link on link.establishment_id = concerned.establishment_id
    and link.student_id = concerned.student_id and link.has_access
    and (concerned.parent_id is null or concerned.parent_id = link.parent_id)
  join ${parents} on ${parents.id} = link.parent_id
  join ${sessions} on ${sessions.parent_id} = ${parents.id}
  join ${pushTokens} on ${pushTokens.session_id} = ${sessions.id}
  left join notification_settings setting on setting.parent_id = ${parents.id}
  cross join ${quietHoursClock}
  where ${isLiveSession} and ${isEnrollmentInForce}
    and not exists (select from muted_news muted where muted.parent_id = link.parent_id
      and muted.establishment_id = link.establishment_id and muted.student_id = link.student_id
      and muted.kind = concerned.kind)
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (session_id, establishment_id, student_id, kind) where tries = 0
    do update set change_ids = pushes.change_ids || excluded.change_ids,
      due_at = least(pushes.due_at, excluded.due_at)`
const { sql: queueText, params: queueParameters } = new PgDialect().sqlToQuery(queueStatement)

/**
 * Queues the pushes of news that is due, in one transaction, so that each change is queued once. Returns the number of
 * queued pushes. Only one process queues at a time; a concurrent call returns 0.
 */
export async function queueDuePushes({ $client: pool }: Pick<Database, '$client'>): Promise<number> {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin')
    await client.query(`set local statement_timeout = ${RUN_TIMEOUT_MS}`)
    const { rows } = await client.query(`select pg_try_advisory_xact_lock(${locks.pushes}) as is_ours
      where exists (select from due_news where published_at <= now())`)
    const config = { text: queueText, values: queueParameters, query_timeout: RUN_TIMEOUT_MS }
    const queued = rows[0]?.is_ours ? ((await client.query(config)).rowCount ?? 0) : 0
    await client.query('commit')
    isDone = true
    return queued
  } finally {
    client.release(!isDone) // a connection with an open transaction is closed
  }
}
