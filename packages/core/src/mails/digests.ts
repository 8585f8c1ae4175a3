import { lt, type SQL, sql } from 'drizzle-orm'
import { deleteBatch } from '../db/client/deleteBatch.ts'
import type { Database, Queryable } from '../db/client/open.ts'
import { digests, notificationSettings } from '../db/tables/news.ts'
import { parents } from '../db/tables/people.ts'
import { establishments } from '../db/tables/schools.ts'
import { digestInForce } from './digestChoice.ts'

/** A digest is due at 18:00. If no server was running then, the digest is queued up to this many days later. */
const DAYS_LATE_MAX = 3
/** The largest number of parents that one statement reads, so that it stays far below the statement timeout. */
const PARENTS_PER_BATCH = 1000

/**
 * The time zone of the parent's school with the lowest id, as the subquery `clock`. `since_six` is the local time less
 * 18 hours, so that its date is the latest day whose 18:00 has passed.
 */
const schoolClockAt = (now: SQL) => sql`lateral (
    select school.time_zone, (${now} at time zone school.time_zone) - interval '18 hours' as since_six
    from student_parents link join establishments school on school.id = link.establishment_id
    where link.parent_id = ${parents.id} and link.has_access order by school.id limit 1
  ) clock`

/** The last digest day whose 18:00 has passed, and that time as `until`. Weekly digests are due on Fridays (ISO 5). */
const latestDigestTime = sql`lateral (
    select day, (day + time '18:00') at time zone clock.time_zone as until
    from (select clock.since_six::date - case in_force.digest
      when 'weekly' then (extract(isodow from clock.since_six)::int + 2) % 7 else 0 end as day) latest
  ) period`

/** `queued` is the number of digests that a statement queued, `last` the id of the last parent that it read, if any. */
type BatchResult = { queued: number; last: number | null }

/** The next parents by id who have chosen digests, or who have an open link to a school whose default is a digest. */
const candidatesAfter = (parent_id: number) => sql`
    select parent_id from (
      (select parent_id from notification_settings where digest <> 'never' and parent_id > ${parent_id}
        order by parent_id limit ${PARENTS_PER_BATCH})
      union
      (select distinct parent_id from student_parents
        where parent_id > ${parent_id} and has_access
          and establishment_id = any(array(select id from establishments where digest <> 'never'))
        order by parent_id limit ${PARENTS_PER_BATCH})
    ) candidate order by parent_id limit ${PARENTS_PER_BATCH}`

/** Queues the due digests among the next candidates after the parent `after`. */
const queueBatchStatement = (now: SQL, after: number) => sql`
    with candidate as materialized (${candidatesAfter(after)}), due as (
      select ${parents.id} as parent_id, period.day, period.until,
        coalesce((select max(done.until) from digests done where done.parent_id = ${parents.id}
          and done.until > in_force.since), greatest(in_force.since, period.until - interval '7 days')) as since
      from candidate join ${parents} on ${parents.id} = candidate.parent_id and ${parents.is_active}
      left join ${notificationSettings} on ${notificationSettings.parent_id} = ${parents.id}
      cross join lateral ${digestInForce} cross join ${schoolClockAt(now)} cross join ${latestDigestTime}
      where in_force.digest <> 'never' and period.until > in_force.since
        and period.until > ${now} - make_interval(days => ${sql.raw(String(DAYS_LATE_MAX))})
        and not exists (select from digests done where done.parent_id = ${parents.id} and done.day >= period.day)
    ), made as (
      insert into digests (parent_id, day, mail_id, since, until)
      select parent_id, day, replace(gen_random_uuid()::text, '-', ''), since, until from due
      on conflict do nothing returning parent_id, mail_id
    ), queued as (
      insert into mails (id, parent_id, kind, expires_at)
      select mail_id, parent_id, 'digest', now() + interval '2 days' from made returning id
    ) select (select max(parent_id)::float8 from candidate) as last, (select count(*)::int from queued) as queued`

/**
 * Queues the digests that are due and returns their number. Each statement inserts into both `digests` and `mails`, so
 * that a parent gets one digest a day even if several processes run. A digest begins where the previous one ended. The
 * first digest has no news from before the parent or the school chose digests, and none that is over a week old. Tests
 * pass `at` as the current time.
 */
export async function queueDueDigests(db: Queryable, at?: Date): Promise<number> {
  const now = at ? sql`${at.toISOString()}::timestamptz` : sql`now()`
  let total = 0
  let last: number | null = 0
  while (last !== null) {
    const batch: { rows: BatchResult[] } = await db.execute<BatchResult>(queueBatchStatement(now, last))
    total += batch.rows[0]?.queued ?? 0
    last = batch.rows[0]?.last ?? null
  }
  return total
}

/**
 * Returns the latest 18:00 that has passed in the time zone of any school, as text; null without schools. While it does
 * not change, no further digest becomes due.
 */
export async function findLastDigestTime(db: Queryable): Promise<string | null> {
  const { rows } = await db.execute<{ until: string | null }>(sql`
    select max(((now() at time zone time_zone - interval '18 hours')::date + time '18:00') at time zone time_zone)::text
      as until
    from (select distinct time_zone from ${establishments}) clocks`)
  return rows[0]?.until ?? null
}

/**
 * Returns the period of the news in a digest's mail, and whether the parent chose to get digests. Returns undefined if
 * the mail is not a digest, if its parent's account is closed, or if the parent does not get digests.
 */
export async function findDigest(db: Queryable, mail_id: string) {
  const { rows } = await db.execute<{
    parent_id: number
    since: string
    until: string
    is_chosen: boolean
  }>(sql`
    select ${parents.id}::float8 as parent_id, ${digests.since}::text, ${digests.until}::text, in_force.is_chosen
    from ${digests} join ${parents} on ${parents.id} = ${digests.parent_id} and ${parents.is_active}
    left join ${notificationSettings} on ${notificationSettings.parent_id} = ${parents.id}
    cross join lateral ${digestInForce}
    where ${digests.mail_id} = ${mail_id} and in_force.digest <> 'never'`)
  return rows[0]
}

/**
 * Deletes the rows of digests 90 days after the end of their news. The next digest begins where the latest row ends,
 * but a row of that age is not needed, because no digest has news older than `NEWS_DAYS`.
 */
export const removeOldDigests = (db: Database) =>
  deleteBatch(db, digests, lt(digests.until, sql`now() - interval '90 days'`))
