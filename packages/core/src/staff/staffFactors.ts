import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { staffLimits } from '../db/client/limits.ts'
import type { Database, Queryable } from '../db/client/open.ts'
import { staffFactors, staffRecoveryCodes } from '../db/tables/staff.ts'
import { decryptSecret, encryptSecret } from '../secrets/encryption.ts'
import { type Keys, randomId } from '../secrets/keys.ts'
import { codeHashes, makeCode, revealCode } from '../secrets/oneTimeCodes.ts'

export type StaffFactor = typeof staffFactors.$inferSelect

export const readFactors = (db: Queryable, staff_id: number): Promise<StaffFactor[]> =>
  db
    .select()
    .from(staffFactors)
    .where(eq(staffFactors.staff_id, staff_id))
    .orderBy(asc(staffFactors.created_at))

const ownerOf = (staff_id: number) => `staff ${staff_id}`
export const encryptTotpSecret = (keys: Keys, staff_id: number, secret: string) =>
  encryptSecret(keys, ownerOf(staff_id), secret)
export const decryptTotpSecret = (keys: Keys, staff_id: number, text: string) =>
  decryptSecret(keys, ownerOf(staff_id), text)

export type NewFactor = { name: string } & (
  | { kind: 'totp'; secret: string; last_step: number }
  | { kind: 'passkey'; credential_id: string; public_key: string; counter: number; transports: string[] }
)

/** Adds a second factor and returns its id; undefined if the passkey is registered already. */
export async function addFactor(
  transaction: Queryable,
  staff_id: number,
  factor: NewFactor,
): Promise<string | undefined> {
  const [added] = await transaction
    .insert(staffFactors)
    .values({ id: randomId(), staff_id, ...factor })
    .onConflictDoNothing()
    .returning({ id: staffFactors.id })
  return added?.id
}

export const removeFactor = (transaction: Queryable, staff_id: number, id: string) =>
  transaction.delete(staffFactors).where(and(eq(staffFactors.staff_id, staff_id), eq(staffFactors.id, id)))

/** Notes the use of a code of `step`. Returns false if that or a later code was used before: a code counts once. */
export async function noteTotpUse(db: Queryable, id: string, step: number): Promise<boolean> {
  const isNewer = or(isNull(staffFactors.last_step), lt(staffFactors.last_step, step))
  const noted = await db
    .update(staffFactors)
    .set({ last_step: step, last_used_at: sql`now()` })
    .where(and(eq(staffFactors.id, id), isNewer))
    .returning({ id: staffFactors.id })
  return noted.length > 0
}

export const notePasskeyUse = (db: Queryable, id: string, counter: number) =>
  db.update(staffFactors).set({ counter, last_used_at: sql`now()` }).where(eq(staffFactors.id, id))

/** Replaces the member's recovery codes and returns the new ones, which are not stored. */
export async function replaceRecoveryCodes(
  transaction: Queryable,
  keys: Keys,
  staff_id: number,
): Promise<string[]> {
  const made = Array.from({ length: staffLimits.recoveryCodes }, () => makeCode(keys, 'staff_recovery'))
  await transaction.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staff_id, staff_id))
  await transaction.insert(staffRecoveryCodes).values(made.map(({ hash }) => ({ code: hash, staff_id })))
  return made.map(({ seed }) => revealCode(keys, 'staff_recovery', seed) as string)
}

export const countRecoveryCodes = (db: Database, staff_id: number): Promise<number> =>
  db.$count(staffRecoveryCodes, eq(staffRecoveryCodes.staff_id, staff_id))

/** Uses a recovery code up. Returns false if it is not one of the member's unused codes. */
export async function useRecoveryCode(
  db: Queryable,
  keys: Keys,
  staff_id: number,
  typed: string,
): Promise<boolean> {
  const hashes = codeHashes(keys, 'staff_recovery', typed)
  const used = await db
    .delete(staffRecoveryCodes)
    .where(
      and(
        eq(staffRecoveryCodes.staff_id, staff_id),
        sql`${staffRecoveryCodes.code} = any(${sql.param(hashes)}::text[])`,
      ),
    )
    .returning({ code: staffRecoveryCodes.code })
  return used.length > 0
}
