import { sql } from 'drizzle-orm'
import { deleteBatch } from '../db/client/deleteBatch.ts'
import type { Queryable } from '../db/client/open.ts'
import { pushes } from '../db/tables/messages.ts'

/** A push whose lease this process holds: no other process sends it until `claimed_until`. */
export type ClaimedPush = { id: number; claimed_until: string; tries: number }

/**
 * Whether a push is due. Quiet hours postpone a push by a day at most, so a due time over 26 hours ahead was written
 * while the clock was ahead, and also counts as due (P11).
 */
const isDuePush = sql`due_at <= now() or due_at > now() + interval '26 hours'`

/**
 * Whether an earlier push of the same device, student and kind waits. Pushes are sent in order, because a device
 * ignores an older notification that arrives after a newer one.
 */
const hasEarlierPush = sql`exists (select from pushes earlier where earlier.session_id = push.session_id
  and earlier.establishment_id = push.establishment_id and earlier.student_id = push.student_id
  and earlier.kind = push.kind and earlier.id < push.id)`

/**
 * Leases up to `max` due pushes. The lease is committed before anything is sent, so no database connection is in use
 * while a push service answers. If the process dies, another process sends the push after the lease. It may then arrive
 * twice, so both messages have the same `tag` and `batch`, by which a device ignores the second one.
 */
export async function claimPushes(
  db: Queryable,
  { max, leaseSeconds }: { max: number; leaseSeconds: number },
): Promise<ClaimedPush[]> {
  const { rows } = await db.execute<ClaimedPush>(sql`
    update ${pushes} set claimed_until = now() + make_interval(secs => ${leaseSeconds}), tries = tries + 1
    where id in (select id from ${pushes} push
      where (${isDuePush}) and (claimed_until is null or claimed_until < now()) and not ${hasEarlierPush}
      order by due_at limit ${max} for update skip locked)
    returning id::float8 as id, claimed_until::text as claimed_until, tries`)
  return rows
}

/** A claimed push after a try. It is tried again after `retrySeconds`; if that is null, it leaves the queue. */
export type SettledPush = ClaimedPush & { retrySeconds: number | null }

/**
 * Removes each push from the queue, or postpones it. A push whose lease has ended is left to the process that has
 * claimed it since. A postponed push is not merged with later changes, because a device may have received it already.
 */
export async function settlePushes(db: Queryable, settled: SettledPush[]): Promise<void> {
  const column = <Name extends keyof SettledPush>(name: Name) => sql.param(settled.map((push) => push[name]))
  const isHeld = sql`push.id = settled.id and push.claimed_until = settled.claimed_until`
  await db.execute(sql`
    with settled as (
      select * from unnest(${column('id')}::bigint[], ${column('claimed_until')}::timestamptz[],
        ${column('retrySeconds')}::int[]) settled(id, claimed_until, seconds)
    ), removed as (
      delete from ${pushes} push using settled where ${isHeld} and settled.seconds is null
    )
    update ${pushes} push set claimed_until = null, due_at = now() + make_interval(secs => settled.seconds)
    from settled where ${isHeld} and settled.seconds is not null`)
}

/** Removes pushes that were queued over two days ago and have not been sent, because their news is old. */
export const removeOldPushes = (db: Queryable) =>
  deleteBatch(db, pushes, sql`${pushes.queued_at} < now() - interval '2 days'`)

/** The number of pushes that are due, and for how many seconds the oldest of them has been due. */
export type PushQueue = { waiting: number; oldestSeconds: number }

export async function readPushQueue(db: Queryable): Promise<PushQueue> {
  const { rows } = await db.execute<PushQueue>(sql`
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as "oldestSeconds"
    from ${pushes} where due_at <= now()`)
  return rows[0] as PushQueue
}
