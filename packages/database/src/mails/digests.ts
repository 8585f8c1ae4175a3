import { lt, type SQL, sql } from 'drizzle-orm'
import { deleteInBatches } from '../client/deleteInBatches.ts'
import type { Database, Queryable } from '../client/open.ts'
import { digests } from '../schema/schema.ts'

/** A digest that the server could not queue at 18:00 is queued within this time. */
const LATE_DAYS_MAX = 3

/** The clock of the parent's school with the lowest id. */
const clockAt = (now: SQL) => sql`lateral (
    select school.time_zone, (${now} at time zone school.time_zone) - interval '18 hours' as since_six
    from student_parents link join establishments school on school.id = link.establishment_id
    where link.parent_id = parents.id and link.has_access order by school.id limit 1
  ) clock`

/** The latest day whose 18:00 has passed: any day, or a Friday, which is 5 in ISO. */
const period = sql`lateral (
    select clock.since_six::date - case setting.digest
      when 'weekly' then (extract(isodow from clock.since_six)::int + 2) % 7 else 0 end as day
  ) period`

/**
 * Queues the digests that are due and returns their number. One statement writes the row of `digests` with the mail, so
 * that a parent gets one digest for a day, also from several processes. A digest begins where the last one ended; the
 * first one has no news from before the parent chose it. `at` replaces the time of now in a test.
 */
export async function queueDueDigests(db: Queryable, at?: Date): Promise<number> {
  const now = at ? sql`${at.toISOString()}::timestamptz` : sql`now()`
  const { rows } = await db.execute<{ queued: number }>(sql`
    with due as (
      select parents.id as parent_id, period.day, setting.digest_since,
        (period.day + time '18:00') at time zone clock.time_zone as until
      from notification_settings setting
      join parents on parents.id = setting.parent_id and parents.is_active
      cross join ${clockAt(now)} cross join ${period}
      where setting.digest <> 'never'
        and not exists (select from digests done where done.parent_id = parents.id and done.day >= period.day)
    ), made as (
      insert into digests (parent_id, day, mail_id, since, until)
      select parent_id, day, replace(gen_random_uuid()::text, '-', ''),
        coalesce((select max(done.until) from digests done where done.parent_id = due.parent_id
          and done.until > digest_since), digest_since), until
      from due where until > digest_since and until > ${now} - make_interval(days => ${sql.raw(String(LATE_DAYS_MAX))})
      on conflict do nothing returning parent_id, mail_id
    ), queued as (
      insert into mails (id, parent_id, kind, expires_at)
      select mail_id, parent_id, 'digest', now() + interval '2 days' from made returning id
    ) select count(*)::int as queued from queued`)
  return rows[0]?.queued ?? 0
}

/** The time of the news of a digest's mail; undefined if there is no such digest. */
export async function findDigest(db: Queryable, mail_id: string) {
  const { rows } = await db.execute<{ parent_id: number; since: string; until: string }>(sql`
    select parent_id::float8 as parent_id, since::text, until::text from ${digests} where mail_id = ${mail_id}`)
  return rows[0]
}

/** The last one says where the next one begins; older news than `NEWS_DAYS` are in none. */
export const removeOldDigests = (db: Database) =>
  deleteInBatches(db, digests, lt(digests.until, sql`now() - interval '90 days'`))
