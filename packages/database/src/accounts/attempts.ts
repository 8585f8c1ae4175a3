import { and, eq, gt, like, lt, or, type SQL, sql } from 'drizzle-orm'
import { deleteBatch } from '../client/deleteBatch.ts'
import type { AttemptRule } from '../client/limits.ts'
import { prepared, type Queryable } from '../client/open.ts'
import { attempts } from '../schema/schema.ts'

/**
 * An action that a rule limits. All processes share its count; `key` is hashed, so that it does not reveal the person.
 */
export type Attempt = AttemptRule & { key: string }

/** A counted attempt; `undoClaims` removes it if the attempt was no failure. */
export type Claim = { key: string; moment: string }

const parameter = (name: keyof AttemptRule) => sql`${sql.placeholder(name)}::int`
const oneMillisecond = sql`interval '1 millisecond'`
const windowInterval = sql`${parameter('windowSeconds')} * interval '1 second'`

/**
 * The moments within the window. Moments in the future, which a clock that was ahead has written, are ignored: they
 * would block attempts until the clock reaches them (P11).
 */
const recentMoments = sql`array(select moment from unnest(${attempts.moments}) as moment
  where moment > now() - ${windowInterval} and moment < now() + interval '1 minute' order by moment)`
const recentCount = sql`cardinality(${recentMoments})`
const lastMoment = sql`(${recentMoments})[${recentCount}]`
const currentPause = sql`${oneMillisecond} * least(${parameter('longestPauseMs')},
  ${parameter('firstPauseMs')} * power(2, least(${recentCount} - ${parameter('withoutPause')} - 1, 20)))`
/** The moment from which the next attempt is allowed; null if it is allowed now. */
const nextAt = sql`greatest(
  case when ${recentCount} > ${parameter('withoutPause')} then ${lastMoment} + ${currentPause} end,
  case when ${recentCount} >= ${parameter('max')} then (${recentMoments})[${recentCount} - ${parameter('max')} + 1] + ${windowInterval} end)`

/** The moment of a new attempt. The moments of a key are distinct, so that `undoClaims` removes exactly one. */
const newMoment = sql`greatest(now(), ${lastMoment} + interval '1 microsecond')`

const claimOne = prepared((db) =>
  db
    .insert(attempts)
    .values({ key: sql.placeholder('key'), moments: sql`array[now()]`, last_at: sql`now()` })
    .onConflictDoUpdate({
      target: attempts.key,
      set: { moments: sql`${recentMoments} || ${newMoment}`, last_at: sql`now()` },
      setWhere: sql`coalesce(${nextAt} <= now(), true)`,
    })
    .returning({
      key: attempts.key,
      moment: sql<string>`${attempts.moments}[cardinality(${attempts.moments})]::text`,
    })
    .prepare('claim_attempt'),
)

/**
 * Counts one more attempt, or returns undefined if the rule forbids it now. A single statement does both, so
 * that concurrent attempts cannot exceed the limit.
 */
export async function claimAttempt(db: Queryable, attempt: Attempt): Promise<Claim | undefined> {
  const [claim] = await claimOne(db).execute(attempt)
  return claim
}

const undoClaim = prepared((db) =>
  db
    .update(attempts)
    .set({ moments: sql`array_remove(${attempts.moments}, ${sql.placeholder('moment')}::timestamptz)` })
    .where(eq(attempts.key, sql.placeholder('key')))
    .prepare('take_attempt_back'),
)

/** Removes the claimed attempts from the counts. */
export async function undoClaims(db: Queryable, claims: Claim[]): Promise<void> {
  for (const claim of claims) await undoClaim(db).execute(claim)
}

const findWait = prepared((db) =>
  db
    .select({ seconds: sql<number | null>`ceil(extract(epoch from ${nextAt} - now()))::int` })
    .from(attempts)
    .where(eq(attempts.key, sql.placeholder('key')))
    .prepare('seconds_to_wait'),
)

/** Whole seconds until the next attempt is allowed; 0 if it is allowed now. */
export async function secondsToWait(db: Queryable, attempt: Attempt): Promise<number> {
  const [row] = await findWait(db).execute(attempt)
  return Math.max(0, row?.seconds ?? 0)
}

const findWaiting = prepared((db) =>
  db
    .select({ key: attempts.key })
    .from(attempts)
    .where(and(like(attempts.key, sql.placeholder('pattern')), gt(nextAt, sql`now()`)))
    .prepare('keys_that_wait'),
)

/** The keys with the prefix `start` whose next attempt must wait. */
export async function findThrottledKeys(
  db: Queryable,
  start: string,
  rule: AttemptRule,
): Promise<Set<string>> {
  const waiting = await findWaiting(db).execute({ pattern: `${start}%`, ...rule })
  return new Set(waiting.map(({ key }) => key))
}

const deleteAttempts = prepared((db) =>
  db
    .delete(attempts)
    .where(sql`${attempts.key} = any(${sql.placeholder('keys')}::text[])`)
    .prepare('forget_attempts'),
)

/** Removes all counted attempts of these keys. */
export const forgetAttempts = (db: Queryable, keys: string[]) => deleteAttempts(db).execute({ keys })

const isOutdated = or(
  lt(attempts.last_at, sql`now() - interval '1 day'`),
  gt(attempts.last_at, sql`now() + interval '1 minute'`),
) as SQL

/** Removes attempts that are too old, or too far in the future, to matter to any rule. */
export const forgetOldAttempts = (db: Queryable) => deleteBatch(db, attempts, isOutdated)
