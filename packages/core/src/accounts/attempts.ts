import { and, eq, gt, like, lt, or, type SQL, sql } from 'drizzle-orm'
import { deleteBatch } from '../db/client/deleteBatch.ts'
import type { AttemptRule } from '../db/client/limits.ts'
import { preparedQuery, type Queryable } from '../db/client/open.ts'
import { attempts } from '../db/tables/accounts.ts'

/** An action that a rule limits. All processes share the count of `key`, which has a hash, not the person's data. */
export type Attempt = AttemptRule & { key: string }

/** A counted attempt. `undoClaims` removes it from the count. */
export type Claim = { key: string; moment: string }

const parameter = (name: keyof AttemptRule) => sql`${sql.placeholder(name)}::int`
const oneMillisecond = sql`interval '1 millisecond'`
const windowInterval = sql`${parameter('windowSeconds')} * interval '1 second'`

/**
 * The moments of a row that lie within the rule's window. Moments over a minute in the future, which were written while
 * the clock was ahead, are ignored: they would block attempts until the clock reaches them (P11).
 */
const recentMoments = sql`array(select moment from unnest(${attempts.moments}) as moment
  where moment > now() - ${windowInterval} and moment < now() + interval '1 minute' order by moment)`
const recentCount = sql`cardinality(${recentMoments})`
const lastMoment = sql`(${recentMoments})[${recentCount}]`
/** The pause after the last attempt, if the rule requires one. */
const currentPause = sql`${oneMillisecond} * least(${parameter('longestPauseMs')},
  ${parameter('firstPauseMs')} * power(2, least(${recentCount} - ${parameter('withoutPause')} - 1, 20)))`
/** The moment from which the next attempt is allowed; null if it is allowed now. */
const nextAllowedAt = sql`greatest(
  case when ${recentCount} > ${parameter('withoutPause')} then ${lastMoment} + ${currentPause} end,
  case when ${recentCount} >= ${parameter('max')} then (${recentMoments})[${recentCount} - ${parameter('max')} + 1] + ${windowInterval} end)`

/** The moment of a new attempt. The moments of a key are distinct, so that `undoClaims` removes exactly one. */
const newMoment = sql`greatest(now(), ${lastMoment} + interval '1 microsecond')`

const insertClaim = preparedQuery((db) =>
  db
    .insert(attempts)
    .values({ key: sql.placeholder('key'), moments: sql`array[now()]`, last_at: sql`now()` })
    .onConflictDoUpdate({
      target: attempts.key,
      set: { moments: sql`${recentMoments} || ${newMoment}`, last_at: sql`now()` },
      setWhere: sql`coalesce(${nextAllowedAt} <= now(), true)`,
    })
    .returning({
      key: attempts.key,
      moment: sql<string>`${attempts.moments}[cardinality(${attempts.moments})]::text`,
    })
    .prepare('claim_attempt'),
)

/**
 * Counts one more attempt, or returns undefined if the rule forbids it. A single statement checks and counts, so that
 * concurrent attempts cannot exceed the limit.
 */
export async function claimAttempt(db: Queryable, attempt: Attempt): Promise<Claim | undefined> {
  const [claim] = await insertClaim(db).execute(attempt)
  return claim
}

const removeClaim = preparedQuery((db) =>
  db
    .update(attempts)
    .set({ moments: sql`array_remove(${attempts.moments}, ${sql.placeholder('moment')}::timestamptz)` })
    .where(eq(attempts.key, sql.placeholder('key')))
    .prepare('take_attempt_back'),
)

/** Removes the claimed attempts from the counts. */
export async function undoClaims(db: Queryable, claims: Claim[]): Promise<void> {
  for (const claim of claims) await removeClaim(db).execute(claim)
}

const findSecondsToWait = preparedQuery((db) =>
  db
    .select({ seconds: sql<number | null>`ceil(extract(epoch from ${nextAllowedAt} - now()))::int` })
    .from(attempts)
    .where(eq(attempts.key, sql.placeholder('key')))
    .prepare('seconds_to_wait'),
)

/** Returns the seconds until the next attempt is allowed, rounded up; 0 if it is allowed now. */
export async function secondsToWait(db: Queryable, attempt: Attempt): Promise<number> {
  const [row] = await findSecondsToWait(db).execute(attempt)
  return Math.max(0, row?.seconds ?? 0)
}

const findWaitingKeys = preparedQuery((db) =>
  db
    .select({ key: attempts.key })
    .from(attempts)
    .where(and(like(attempts.key, sql.placeholder('pattern')), gt(nextAllowedAt, sql`now()`)))
    .prepare('keys_that_wait'),
)

/** Returns the keys with the prefix `start` for which the next attempt must wait. */
export async function findThrottledKeys(
  db: Queryable,
  start: string,
  rule: AttemptRule,
): Promise<Set<string>> {
  const waiting = await findWaitingKeys(db).execute({ pattern: `${start}%`, ...rule })
  return new Set(waiting.map(({ key }) => key))
}

const deleteCounts = preparedQuery((db) =>
  db
    .delete(attempts)
    .where(sql`${attempts.key} = any(${sql.placeholder('keys')}::text[])`)
    .prepare('forget_attempts'),
)

/** Removes all counted attempts of these keys. */
export const forgetAttempts = (db: Queryable, keys: string[]) => deleteCounts(db).execute({ keys })

const isOutdated = or(
  lt(attempts.last_at, sql`now() - interval '1 day'`),
  gt(attempts.last_at, sql`now() + interval '1 minute'`),
) as SQL

/** Removes a batch of the counts whose last attempt is over a day old or in the future: they matter to no rule. */
export const forgetOldAttempts = (db: Queryable) => deleteBatch(db, attempts, isOutdated)
