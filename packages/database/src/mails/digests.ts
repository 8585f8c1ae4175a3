import { lt, type SQL, sql } from 'drizzle-orm'
import { deleteBatch } from '../client/deleteBatch.ts'
import type { Database, Queryable } from '../client/open.ts'
import { digests, establishments, notificationSettings, parents } from '../schema/schema.ts'
import { digestInForce } from './digestChoice.ts'

/** A digest is due at 18:00. If no server was running then, the digest is queued up to this many days later. */
const LATE_DAYS_MAX = 3
/** The number of parents that one statement reads at most, so that it stays far below the statement timeout. */
const PARENTS_PER_BATCH = 1000

/**
 * The time zone of the parent's school with the lowest id. `since_six` is the local time less 18 hours, so that its
 * date is the latest day whose 18:00 has passed.
 */
const clockAt = (now: SQL) => sql`lateral (
    select school.time_zone, (${now} at time zone school.time_zone) - interval '18 hours' as since_six
    from student_parents link join establishments school on school.id = link.establishment_id
    where link.parent_id = ${parents.id} and link.has_access order by school.id limit 1
  ) clock`

/** The latest digest day whose 18:00 has passed: any day for a daily digest, a Friday (5 in ISO) for a weekly one. */
const period = sql`lateral (
    select day, (day + time '18:00') at time zone clock.time_zone as until
    from (select clock.since_six::date - case in_force.digest
      when 'weekly' then (extract(isodow from clock.since_six)::int + 2) % 7 else 0 end as day) latest
  ) period`

/** The number of digests that a statement queued, and the id of the last parent that it read, null if it read none. */
type Batch = { queued: number; last: number | null }

/** The next parents by id who have chosen a digest, or who have a link to a school whose default is a digest. */
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

const queueBatch = (now: SQL, after: number) => sql`
    with candidate as materialized (${candidatesAfter(after)}), due as (
      select ${parents.id} as parent_id, period.day, period.until,
        coalesce((select max(done.until) from digests done where done.parent_id = ${parents.id}
          and done.until > in_force.since), greatest(in_force.since, period.until - interval '7 days')) as since
      from candidate join ${parents} on ${parents.id} = candidate.parent_id and ${parents.is_active}
      left join ${notificationSettings} on ${notificationSettings.parent_id} = ${parents.id}
      cross join lateral ${digestInForce} cross join ${clockAt(now)} cross join ${period}
      where in_force.digest <> 'never' and period.until > in_force.since
        and period.until > ${now} - make_interval(days => ${sql.raw(String(LATE_DAYS_MAX))})
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
 * Queues the digests that are due and returns their number. One statement inserts into `digests` and `mails`, so that a
 * parent gets one digest a day even if several processes run. A digest begins where the last one ended. The first
 * digest has no news from before the parent or the school chose digests, and none that is over a week old. A test
 * passes `at` as the current time.
 */
export async function queueDueDigests(db: Queryable, at?: Date): Promise<number> {
  const now = at ? sql`${at.toISOString()}::timestamptz` : sql`now()`
  let total = 0
  let last: number | null = 0
  while (last !== null) {
    const batch: { rows: Batch[] } = await db.execute<Batch>(queueBatch(now, last))
    total += batch.rows[0]?.queued ?? 0
    last = batch.rows[0]?.last ?? null
  }
  return total
}

/**
 * Returns the latest 18:00 that has passed in a school's time zone, as text; null without schools. While it does not
 * change, no further digest becomes due.
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
 * the mail has no digest, or if its parent is no longer to get digests.
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
 * Deletes digests after 90 days. The next digest begins where the latest one ended, but older rows are not needed,
 * because no digest has news older than `NEWS_DAYS`.
 */
export const removeOldDigests = (db: Database) =>
  deleteBatch(db, digests, lt(digests.until, sql`now() - interval '90 days'`))
