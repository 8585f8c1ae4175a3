import { and, eq, gt, lt, ne, not, or, sql } from 'drizzle-orm'
import { accountLimits } from '../client/limits.ts'
import { prepared, type Queryable } from '../client/open.ts'
import { recoveryCodes } from '../schema/schema.ts'

/** A code with a later one was made while the clock was ahead (P11). */
const latestEnd = sql`now() + make_interval(mins => ${sql.raw(String(accountLimits.recoveryCodeMinutes + 1))})`
const isLive = and(gt(recoveryCodes.expires_at, sql`now()`), lt(recoveryCodes.expires_at, latestEnd))
/** Tried too often by strangers; a device of the account's own may use it all the same. */
const isOpenToStrangers = lt(recoveryCodes.wrong_tries, accountLimits.recoveryWrongTriesPerCode)
const isRight = sql<boolean>`${recoveryCodes.code} = any(${sql.placeholder('hashes')}::text[])`
const isOfAccounts = sql`${recoveryCodes.account} = any(${sql.placeholder('accounts')}::text[])`

/**
 * `accounts`: the e-mail's names under every key, the current one first. `hash` is that of the code. `is_of_device`: asked
 * for by a device that has signed in to the account before.
 */
type NewCode = { accounts: string[]; parent_id: number | null; hash: string; is_of_device: boolean }

const removeFormerCodes = prepared((db) =>
  db
    .delete(recoveryCodes)
    .where(
      and(
        or(isOfAccounts, eq(recoveryCodes.parent_id, sql`${sql.placeholder('parent_id')}::bigint`)),
        ne(recoveryCodes.account, sql.placeholder('account')),
      ),
    )
    .prepare('remove_former_codes'),
)

const fresh = {
  parent_id: sql`${sql.placeholder('parent_id')}::bigint`,
  code: sql`${sql.placeholder('hash')}`,
  wrong_tries: 0,
  is_of_device: sql`${sql.placeholder('is_of_device')}::boolean`,
  expires_at: sql`now() + make_interval(mins => ${sql.raw(String(accountLimits.recoveryCodeMinutes))})`,
}

const isHeldByDevice = sql`(${recoveryCodes.is_of_device} and ${isLive})`

const putCode = prepared((db) =>
  db
    .insert(recoveryCodes)
    .values({ account: sql.placeholder('account'), ...fresh })
    .onConflictDoUpdate({
      target: recoveryCodes.account,
      set: fresh,
      setWhere: or(sql`${sql.placeholder('is_of_device')}::boolean`, not(isHeldByDevice)),
    })
    .returning({ account: recoveryCodes.account })
    .prepare('put_code'),
)

/**
 * The account's only code from now on (R8). False, and nothing done, when a stranger asks while one lives that a device
 * of the account's own has asked for: that one is in the mailbox.
 */
export async function replaceCode(transaction: Queryable, code: NewCode): Promise<boolean> {
  const given = { ...code, account: code.accounts[0] }
  await removeFormerCodes(transaction).execute(given)
  const put = await putCode(transaction).execute(given)
  return put.length > 0
}

const isOfDevice = sql`${sql.placeholder('is_by_device')}::boolean`

const countTry = prepared((db) =>
  db
    .update(recoveryCodes)
    .set({
      wrong_tries: sql`${recoveryCodes.wrong_tries} + case when ${isRight} or ${isOfDevice} then 0 else 1 end`,
    })
    .where(and(isOfAccounts, isLive, or(isOfDevice, isOpenToStrangers)))
    .returning({ parent_id: recoveryCodes.parent_id, is_right: isRight })
    .prepare('try_code'),
)

type Try = { accounts: string[]; hashes: string[]; is_by_device: boolean }

/** One try at the account's live code: a stranger's is counted unless it is right, in one statement. */
export async function tryCode(
  db: Queryable,
  given: Try,
): Promise<{ parent_id: number | null; is_right: boolean } | undefined> {
  const tried = await countTry(db).execute(given)
  return tried.find(({ is_right }) => is_right) ?? tried[0]
}

const findCode = prepared((db) =>
  db
    .select({ parent_id: recoveryCodes.parent_id })
    .from(recoveryCodes)
    .where(and(isRight, isLive, isOpenToStrangers))
    .prepare('code'),
)

/** Whose live code this is; undefined for none. */
export async function ownerOfCode(db: Queryable, hashes: string[]): Promise<number | undefined> {
  const [row] = await findCode(db).execute({ hashes })
  return row?.parent_id ?? undefined
}

const useCodeUp = prepared((db) =>
  db
    .delete(recoveryCodes)
    .where(and(isRight, isLive))
    .returning({ parent_id: recoveryCodes.parent_id })
    .prepare('consume_code'),
)

/** Uses a live code up: of many at once, one gets its owner. */
export async function consumeCode(transaction: Queryable, hashes: string[]): Promise<number | undefined> {
  const [row] = await useCodeUp(transaction).execute({ hashes })
  return row?.parent_id ?? undefined
}

const removeCodesOf = prepared((db) =>
  db
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.parent_id, sql.placeholder('parent_id')))
    .prepare('remove_codes_of'),
)

export const forgetCodesOf = (transaction: Queryable, parent_id: number) =>
  removeCodesOf(transaction).execute({ parent_id })

const removeExpired = prepared((db) =>
  db
    .delete(recoveryCodes)
    .where(or(lt(recoveryCodes.expires_at, sql`now()`), gt(recoveryCodes.expires_at, latestEnd)))
    .prepare('remove_expired_codes'),
)

/** For good: none comes to life again should the clock be set back (P11). */
export const forgetExpiredCodes = (db: Queryable) => removeExpired(db).execute()
