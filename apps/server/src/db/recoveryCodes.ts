import { and, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { limits } from '../config.ts'
import type { Queryable } from './open.ts'
import { recoveryCodes } from './schema.ts'

/** A code with a later one was made while the clock was ahead (P11). */
const latestEnd = sql`now() + make_interval(mins => ${limits.recoveryCodeMinutes + 1})`
const isLive = and(
  lt(recoveryCodes.wrong_tries, limits.recoveryWrongTriesPerCode),
  gt(recoveryCodes.expires_at, sql`now()`),
  lt(recoveryCodes.expires_at, latestEnd),
)

/** `accounts`: the e-mail's names under every key, the current one first. `hash` is that of the code. */
type NewCode = { accounts: string[]; parent_id: number | null; hash: string }

/** The account's only code from now on (R8). In a transaction that no other request for the account runs beside. */
export async function replaceCode(transaction: Queryable, { accounts, parent_id, hash }: NewCode) {
  const [account = ''] = accounts
  const fresh = {
    parent_id,
    code: hash,
    wrong_tries: 0,
    expires_at: sql`now() + make_interval(mins => ${limits.recoveryCodeMinutes})`,
  }
  const isOfAccount = or(
    inArray(recoveryCodes.account, accounts),
    eq(recoveryCodes.parent_id, sql`${parent_id}::bigint`),
  )
  await transaction.delete(recoveryCodes).where(and(isOfAccount, ne(recoveryCodes.account, account)))
  await transaction
    .insert(recoveryCodes)
    .values({ account, ...fresh })
    .onConflictDoUpdate({ target: recoveryCodes.account, set: fresh })
}

/** One try at the account's live code: counted unless it is right, in one statement, so that no race gains a sixth. */
export async function tryCode(
  db: Queryable,
  accounts: string[],
  hashes: string[],
): Promise<{ parent_id: number | null; is_right: boolean } | undefined> {
  const isRight = inArray(recoveryCodes.code, hashes)
  const tried = await db
    .update(recoveryCodes)
    .set({ wrong_tries: sql`${recoveryCodes.wrong_tries} + case when ${isRight} then 0 else 1 end` })
    .where(and(inArray(recoveryCodes.account, accounts), isLive))
    .returning({ parent_id: recoveryCodes.parent_id, is_right: sql<boolean>`${isRight}` })
  return tried.find(({ is_right }) => is_right) ?? tried[0]
}

/** Whose live code this is; undefined for none. */
export async function ownerOfCode(db: Queryable, hashes: string[]): Promise<number | undefined> {
  const [row] = await db
    .select({ parent_id: recoveryCodes.parent_id })
    .from(recoveryCodes)
    .where(and(inArray(recoveryCodes.code, hashes), isLive))
  return row?.parent_id ?? undefined
}

/** Uses a live code up: of many at once, one gets its owner. */
export async function consumeCode(transaction: Queryable, hashes: string[]): Promise<number | undefined> {
  const [row] = await transaction
    .delete(recoveryCodes)
    .where(and(inArray(recoveryCodes.code, hashes), isLive))
    .returning({ parent_id: recoveryCodes.parent_id })
  return row?.parent_id ?? undefined
}

export const forgetCodesOf = (transaction: Queryable, parent_id: number) =>
  transaction.delete(recoveryCodes).where(eq(recoveryCodes.parent_id, parent_id))

/** For good: none comes to life again should the clock be set back (P11). */
export const forgetExpiredCodes = (db: Queryable) =>
  db
    .delete(recoveryCodes)
    .where(or(lt(recoveryCodes.expires_at, sql`now()`), gt(recoveryCodes.expires_at, latestEnd)))
