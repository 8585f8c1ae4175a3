import { lt, type SQL, sql } from 'drizzle-orm'
import { deleteInBatches } from '../client/deleteInBatches.ts'
import type { Database, Queryable } from '../client/open.ts'
import { digests, establishments, notificationSettings, parents } from '../schema/schema.ts'
import { digestInForce } from './digestChoice.ts'

/** A digest that the server could not queue at 18:00 is queued within this time. */
const LATE_DAYS_MAX = 3
/** Each statement looks at so many parents, which takes a small part of the time that a statement may take. */
const BATCH = 1000

/** The clock of the parent's school with the lowest id. */
const clockAt = (now: SQL) => sql`lateral (
    select school.time_zone, (${now} at time zone school.time_zone) - interval '18 hours' as since_six
    from student_parents link join establishments school on school.id = link.establishment_id
    where link.parent_id = ${parents.id} and link.has_access order by school.id limit 1
  ) clock`

/** The latest day whose 18:00 has passed: any day, or a Friday, which is 5 in ISO. */
const period = sql`lateral (
    select day, (day + time '18:00') at time zone clock.time_zone as until
    from (select clock.since_six::date - case in_force.digest
      when 'weekly' then (extract(isodow from clock.since_six)::int + 2) % 7 else 0 end as day) latest
  ) period`

/** The number of digests that a statement queued, and the last parent that it read; null if there are no more. */
type Batch = { queued: number; last: number | null }

/** The next parents by id who have chosen a digest, or who have a link to a school with a default. */
const candidatesAfter = (parent_id: number) => sql`
    select parent_id from (
      (select parent_id from notification_settings where digest <> 'never' and parent_id > ${parent_id}
        order by parent_id limit ${BATCH})
      union
      (select distinct parent_id from student_parents
        where parent_id > ${parent_id} and has_access
          and establishment_id = any(array(select id from establishments where digest <> 'never'))
        order by parent_id limit ${BATCH})
    ) candidate order by parent_id limit ${BATCH}`

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
 * Queues the digests that are due and returns their number. One statement writes the row of `digests` with the mail, so
 * that a parent gets one digest for a day, also from several processes. A digest begins where the last one ended; the
 * first one has no news from before the choice, nor over a week old. `at` replaces the time of now in a test.
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

/** The latest 18:00 that has passed at a school, as text; null without schools. Until the next one no digest is due. */
export async function findLastDigestTime(db: Queryable): Promise<string | null> {
  const { rows } = await db.execute<{ until: string | null }>(sql`
    select max(((now() at time zone time_zone - interval '18 hours')::date + time '18:00') at time zone time_zone)::text
      as until
    from (select distinct time_zone from ${establishments}) clocks`)
  return rows[0]?.until ?? null
}

/**
 * The time of the news of a digest's mail, and whether the parent chose it. Undefined if there is no such digest, or if
 * the parent is to get none any more.
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
 * The next digest begins where the latest one ended. A row of 90 days ago is not needed for this, because no digest has
 * news older than `NEWS_DAYS`.
 */
export const removeOldDigests = (db: Database) =>
  deleteInBatches(db, digests, lt(digests.until, sql`now() - interval '90 days'`))
