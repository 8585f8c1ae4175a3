import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { limits } from '../config.ts'
import { hmac, type Keys } from '../keys.ts'
import { prepared, type Queryable } from './open.ts'
import { loginFailures } from './schema.ts'

/** The two names that a wrong password is counted under; neither tells whether the account exists. */
export type LoginKeys = { account: string; address: string }

/** A clock that was ahead and is right again would shut an account out until then (P11). */
const isAhead = sql`${loginFailures.first_failed_at} > now() + interval '1 minute'`
const isOlderThanADay = sql`(${loginFailures.first_failed_at} < now() - interval '1 day' or ${isAhead})`
const failuresNow = sql`case when ${isOlderThanADay} then 1 else ${loginFailures.failures} + 1 end`
const dayStart = sql`case when ${isOlderThanADay} then now() else ${loginFailures.first_failed_at} end`
const overFree = sql`${failuresNow} - ${sql.placeholder('free')}::int`
const longestPause = sql`${sql.raw(String(limits.loginDelayMaxMs))} * interval '1 millisecond'`
const pauseMs = sql`case when ${overFree} <= 0 then 0 else
  least(${sql.raw(String(limits.loginDelayMaxMs))},
    ${sql.raw(String(limits.loginDelayFirstMs))} * power(2, least(${overFree} - 1, 20))) end`

const findBlock = prepared((db) =>
  db
    .select({
      seconds: sql<number | null>`ceil(extract(epoch from max(least(${loginFailures.blocked_until},
        ${loginFailures.first_failed_at} + interval '1 day' + ${longestPause})) - now()))::int`,
    })
    .from(loginFailures)
    .where(
      and(inArray(loginFailures.key, [sql.placeholder('account'), sql.placeholder('address')]), not(isAhead)),
    )
    .prepare('login_block'),
)

const countFailure = prepared((db) =>
  db
    .insert(loginFailures)
    .values({
      key: sql.placeholder('key'),
      failures: 1,
      first_failed_at: sql`now()`,
      blocked_until: sql`now()`,
    })
    .onConflictDoUpdate({
      target: loginFailures.key,
      set: {
        failures: failuresNow,
        first_failed_at: dayStart,
        blocked_until: sql`case when ${failuresNow} >= ${sql.placeholder('most')}::int
          then ${dayStart} + interval '1 day'
          else now() + ${pauseMs} * interval '1 millisecond' end`,
      },
    })
    .prepare('count_login_failure'),
)

const forgetFailures = prepared((db) =>
  db
    .delete(loginFailures)
    .where(eq(loginFailures.key, sql.placeholder('account')))
    .prepare('forget_login_failures'),
)

/** Whole seconds for which these keys may not try; 0 when both are free. */
export async function blockedSeconds(db: Queryable, keys: LoginKeys): Promise<number> {
  const [row] = await findBlock(db).execute(keys)
  return Math.max(0, row?.seconds ?? 0)
}

/**
 * Counts a failure for both keys. After the free ones of a day each sets a pause, 0.2 s doubling to 30 s;
 * an account that failed too often in a day waits until that day is over (R25).
 */
export async function countLoginFailure(db: Queryable, { account, address }: LoginKeys): Promise<void> {
  const never = 2 ** 31 - 1
  const { loginFreeFailuresPerAccount, loginFreeFailuresPerAddress, loginFailuresPerAccountPerDay } = limits
  await Promise.all([
    countFailure(db).execute({
      key: account,
      free: loginFreeFailuresPerAccount,
      most: loginFailuresPerAccountPerDay,
    }),
    countFailure(db).execute({ key: address, free: loginFreeFailuresPerAddress, most: never }),
  ])
}

/** The name under which an account's failed sign-ins are counted; an unknown e-mail has one too. */
export const accountKey = ([current]: Keys, email: string): string =>
  `account:${hmac(current.accounts, email)}`

/** Wrong passwords at its change have a name of their own: a stranger's failed sign-ins keep nobody from it. */
export const changeKey = ([current]: Keys, email: string): string => `change:${hmac(current.accounts, email)}`

/** A right password opens the account's count anew; the address keeps its own. */
export async function forgetLoginFailures(
  db: Queryable,
  { account }: Pick<LoginKeys, 'account'>,
): Promise<void> {
  await forgetFailures(db).execute({ account })
}

/** An account that was recovered or reset is open at once, however often it was guessed at before (R25). */
export async function forgetGuessesOf(db: Queryable, keys: Keys, email: string): Promise<void> {
  for (const keyOf of [accountKey, changeKey]) await forgetLoginFailures(db, { account: keyOf(keys, email) })
}
