import { and, eq, gt, lt, ne, not, or, sql } from 'drizzle-orm'
import { prepareDeleteOfParent } from '../db/client/deleteBatch.ts'
import { accountLimits } from '../db/client/limits.ts'
import { preparedQuery, type Queryable } from '../db/client/open.ts'
import { recoveryCodes } from '../db/tables/accounts.ts'

/** A code that expires later was made while the clock was ahead, and is not valid (P11). */
const latestExpiry = sql`now() + make_interval(mins => ${sql.raw(String(accountLimits.recoveryCodeMinutes + 1))})`
const isLiveCode = and(gt(recoveryCodes.expires_at, sql`now()`), lt(recoveryCodes.expires_at, latestExpiry))
/** Whether unknown devices may use the code: not after too many wrong attempts. A known device may use it in any case. */
const isOpenToStrangers = lt(recoveryCodes.wrong_tries, accountLimits.recoveryWrongAttemptsPerCode)
const isRightCode = sql<boolean>`${recoveryCodes.code} = any(${sql.placeholder('hashes')}::text[])`
const isOfAccounts = sql`${recoveryCodes.account} = any(${sql.placeholder('accounts')}::text[])`

/**
 * A code to store. `accounts` contains the hashes of the e-mail under every key, the current key's first. `hash` is the
 * hash of the code. `device` is the hash of the known device of the account that requested the code, if one did.
 */
type NewCode = { accounts: string[]; parent_id: number | null; hash: string; device: string | null }

const removeFormerCodes = preparedQuery((db) =>
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

const newCodeValues = {
  parent_id: sql`${sql.placeholder('parent_id')}::bigint`,
  code: sql`${sql.placeholder('hash')}`,
  wrong_tries: 0,
  is_of_device: sql`${sql.placeholder('device')}::text is not null`,
  device: sql`${sql.placeholder('device')}::text`,
  expires_at: sql`now() + make_interval(mins => ${sql.raw(String(accountLimits.recoveryCodeMinutes))})`,
}

const isLiveDeviceCode = sql`(${recoveryCodes.is_of_device} and ${isLiveCode})`

const putCode = preparedQuery((db) =>
  db
    .insert(recoveryCodes)
    .values({ account: sql.placeholder('account'), ...newCodeValues })
    .onConflictDoUpdate({
      target: recoveryCodes.account,
      set: newCodeValues,
      setWhere: or(eq(recoveryCodes.device, sql`${sql.placeholder('device')}::text`), not(isLiveDeviceCode)),
    })
    .returning({ account: recoveryCodes.account })
    .prepare('put_code'),
)

/**
 * Stores `code` as the account's only code (R8). Returns false without storing it while the account has a live code
 * that another device requested, a known one: the parent has received that one by mail.
 */
export async function replaceCode(transaction: Queryable, code: NewCode): Promise<boolean> {
  const given = { ...code, account: code.accounts[0] }
  await removeFormerCodes(transaction).execute(given)
  const inserted = await putCode(transaction).execute(given)
  return inserted.length > 0
}

const isByDevice = sql`${sql.placeholder('is_by_device')}::boolean`

const countTry = preparedQuery((db) =>
  db
    .update(recoveryCodes)
    .set({
      wrong_tries: sql`${recoveryCodes.wrong_tries} + case when ${isRightCode} or ${isByDevice} then 0 else 1 end`,
    })
    .where(and(isOfAccounts, isLiveCode, or(isByDevice, isOpenToStrangers)))
    .returning({ parent_id: recoveryCodes.parent_id, is_right: isRightCode })
    .prepare('try_code'),
)

/**
 * Tries a code against the account's live code. A single statement checks the code and counts a wrong try by an unknown
 * device. Returns undefined if the account has no live code that the caller may try.
 */
export async function tryCode(
  db: Queryable,
  given: { accounts: string[]; hashes: string[]; is_by_device: boolean },
): Promise<{ parent_id: number | null; is_right: boolean } | undefined> {
  const tried = await countTry(db).execute(given)
  return tried.find(({ is_right }) => is_right) ?? tried[0]
}

const findCode = preparedQuery((db) =>
  db
    .select({ parent_id: recoveryCodes.parent_id })
    .from(recoveryCodes)
    .where(and(isRightCode, isLiveCode, isOpenToStrangers))
    .prepare('code'),
)

/** Returns the parent of the live code with one of these hashes, unless unknown devices tried wrong codes too often. */
export async function ownerOfCode(db: Queryable, hashes: string[]): Promise<number | undefined> {
  const [row] = await findCode(db).execute({ hashes })
  return row?.parent_id ?? undefined
}

const deleteCode = preparedQuery((db) =>
  db
    .delete(recoveryCodes)
    .where(and(isRightCode, isLiveCode))
    .returning({ parent_id: recoveryCodes.parent_id })
    .prepare('consume_code'),
)

/** Deletes the live code with one of these hashes, and returns its parent. Of several concurrent uses, one succeeds. */
export async function consumeCode(transaction: Queryable, hashes: string[]): Promise<number | undefined> {
  const [row] = await deleteCode(transaction).execute({ hashes })
  return row?.parent_id ?? undefined
}

/** Deletes the recovery codes of the parent. */
export const forgetCodesOf = prepareDeleteOfParent(recoveryCodes, 'remove_codes_of')

const removeExpiredCodes = preparedQuery((db) =>
  db
    .delete(recoveryCodes)
    .where(or(lt(recoveryCodes.expires_at, sql`now()`), gt(recoveryCodes.expires_at, latestExpiry)))
    .prepare('remove_expired_codes'),
)

/** Deletes expired codes, so that a clock that is set back does not make them valid again (P11). */
export const forgetExpiredCodes = (db: Queryable) => removeExpiredCodes(db).execute()
