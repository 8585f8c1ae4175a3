import { and, eq, gt, like, lt, or, type SQL, sql } from 'drizzle-orm'
import { deleteInBatches } from '../client/deleteInBatches.ts'
import type { AttemptRule } from '../client/limits.ts'
import { prepared, type Queryable } from '../client/open.ts'
import { attempts } from '../schema/schema.ts'

/** Something limited, in whichever process it is counted; `key` does not tell whom it is about. */
export type Attempt = AttemptRule & { key: string }

/** One that was counted, to be taken back if it was no failure. */
export type Claim = { key: string; moment: string }

const parameter = (name: keyof AttemptRule) => sql`${sql.placeholder(name)}::int`
const ms = sql`interval '1 millisecond'`
const window = sql`${parameter('windowSeconds')} * interval '1 second'`

/** Of a clock that was ahead nothing counts, so that nobody waits until then (P11). */
const recent = sql`array(select moment from unnest(${attempts.moments}) as moment
  where moment > now() - ${window} and moment < now() + interval '1 minute' order by moment)`
const count = sql`cardinality(${recent})`
const last = sql`(${recent})[${count}]`
const pause = sql`${ms} * least(${parameter('longestPauseMs')},
  ${parameter('firstPauseMs')} * power(2, least(${count} - ${parameter('free')} - 1, 20)))`
/** When the next one may be; null for at once. */
const nextAt = sql`greatest(
  case when ${count} > ${parameter('free')} then ${last} + ${pause} end,
  case when ${count} >= ${parameter('most')} then (${recent})[${count} - ${parameter('most')} + 1] + ${window} end)`

const newMoment = sql`greatest(now(), ${last} + interval '1 microsecond')` // each once, to be told apart

const claimOne = prepared((db) =>
  db
    .insert(attempts)
    .values({ key: sql.placeholder('key'), moments: sql`array[now()]`, last_at: sql`now()` })
    .onConflictDoUpdate({
      target: attempts.key,
      set: { moments: sql`${recent} || ${newMoment}`, last_at: sql`now()` },
      setWhere: sql`coalesce(${nextAt} <= now(), true)`,
    })
    .returning({
      key: attempts.key,
      moment: sql<string>`${attempts.moments}[cardinality(${attempts.moments})]::text`,
    })
    .prepare('claim_attempt'),
)

/** Counts one more, unless the rule forbids it now: in one statement, so that none of many at once slips by. */
export async function claimAttempt(db: Queryable, attempt: Attempt): Promise<Claim | undefined> {
  const [claim] = await claimOne(db).execute(attempt)
  return claim
}

const takeOneBack = prepared((db) =>
  db
    .update(attempts)
    .set({ moments: sql`array_remove(${attempts.moments}, ${sql.placeholder('moment')}::timestamptz)` })
    .where(eq(attempts.key, sql.placeholder('key')))
    .prepare('take_attempt_back'),
)

/** Leaves the counts as if these had never been. */
export async function takeBack(db: Queryable, claims: Claim[]): Promise<void> {
  for (const claim of claims) await takeOneBack(db).execute(claim)
}

const findWait = prepared((db) =>
  db
    .select({ seconds: sql<number | null>`ceil(extract(epoch from ${nextAt} - now()))::int` })
    .from(attempts)
    .where(eq(attempts.key, sql.placeholder('key')))
    .prepare('seconds_to_wait'),
)

/** Whole seconds until there may be another one; 0 when there may be one now. */
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

/** Of the keys that begin so, those that must wait now. */
export async function keysThatWait(db: Queryable, start: string, rule: AttemptRule): Promise<Set<string>> {
  const waiting = await findWaiting(db).execute({ pattern: `${start}%`, ...rule })
  return new Set(waiting.map(({ key }) => key))
}

const forget = prepared((db) =>
  db
    .delete(attempts)
    .where(sql`${attempts.key} = any(${sql.placeholder('keys')}::text[])`)
    .prepare('forget_attempts'),
)

/** The next ones are the first again. */
export const forgetAttempts = (db: Queryable, keys: string[]) => forget(db).execute({ keys })

const isOver = or(
  lt(attempts.last_at, sql`now() - interval '1 day'`),
  gt(attempts.last_at, sql`now() + interval '1 minute'`),
) as SQL

/** Removes what no rule looks at any more. */
export const forgetOldAttempts = (db: Queryable) => deleteInBatches(db, attempts, isOver)
