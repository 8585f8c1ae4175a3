import { and, eq, isNull, sql } from 'drizzle-orm'
import { forgetAttemptsOnAccount } from '../accounts/attemptKeys.ts'
import { forgetDevicesOf } from '../accounts/knownDevices.ts'
import { forgetCodesOf } from '../accounts/recoveryCodes.ts'
import { forgetCalendarFeedsOf } from '../accounts/revokeAccess.ts'
import { endSessions } from '../accounts/sessions.ts'
import { accountLimits } from '../db/client/limits.ts'
import type { Queryable } from '../db/client/open.ts'
import { invitations, sessions } from '../db/tables/accounts.ts'
import { parents } from '../db/tables/people.ts'
import { queueInvitations, queueMail } from '../mails/mails.ts'
import type { Keys } from '../secrets/keys.ts'
import { makeCode } from '../secrets/oneTimeCodes.ts'

/** How the parent gets the one-time password: by mail if `byMail`, otherwise by a letter that the school hands over. */
type Delivery = { byMail: boolean }

/** The largest number of parents that one statement invites, so that it stays short when a whole region is invited. */
const PARENTS_PER_BATCH = 1_000

const anyOf = (parent_ids: number[]) => sql`any(${sql.param(parent_ids)}::bigint[])`

/**
 * Creates a one-time password for each of the parents whose account is open and has no password, and skips the others.
 * It replaces an older one-time password, and ends all sessions of these parents. Returns the number of invited
 * parents. The hash is fast, so that a whole region can be invited quickly (R37). Call it in a transaction: it locks
 * the parents' rows first, like every change of a password.
 */
export async function inviteParents(
  transaction: Queryable,
  keys: Keys,
  parent_ids: number[],
  delivery: Delivery,
): Promise<number> {
  const sortedIds = [...new Set(parent_ids)].sort((one, other) => one - other)
  let count = 0
  for (let start = 0; start < sortedIds.length; start += PARENTS_PER_BATCH) {
    const invited = await lockAccountsWithoutPassword(
      transaction,
      sortedIds.slice(start, start + PARENTS_PER_BATCH),
    )
    if (invited.length > 0) await invite(transaction, keys, invited, delivery)
    count += invited.length
  }
  return count
}

/** Locks the open accounts without a password in the order of ids, to prevent deadlocks, and returns their ids. */
async function lockAccountsWithoutPassword(transaction: Queryable, parent_ids: number[]): Promise<number[]> {
  const openAccounts = await transaction
    .select({ id: parents.id })
    .from(parents)
    .where(
      and(
        sql`${parents.id} = ${anyOf(parent_ids)}`,
        isNull(parents.password_hash),
        eq(parents.is_active, true),
      ),
    )
    .orderBy(parents.id)
    .for('no key update')
  return openAccounts.map(({ id }) => id)
}

async function invite(
  transaction: Queryable,
  keys: Keys,
  parent_ids: number[],
  { byMail }: Delivery,
): Promise<void> {
  // The new `password_changed_at` makes a concurrent sign-in with the older one-time password fail.
  await transaction
    .update(parents)
    .set({ password_changed_at: sql`clock_timestamp()` })
    .where(
      sql`${parents.id} in (select parent_id from ${invitations} where parent_id = ${anyOf(parent_ids)})`,
    )
  await endSessions(transaction, sql`${sessions.parent_id} = ${anyOf(parent_ids)}`)
  const codes = parent_ids.map(() => makeCode(keys, 'invitation'))
  const [seeds, hashes] = [codes.map(({ seed }) => seed), codes.map(({ hash }) => hash)]
  await transaction.execute(sql`
    insert into ${invitations} (parent_id, seed, code, expires_at)
    select made.*, now() + make_interval(days => ${accountLimits.invitationDays})
    from unnest(${sql.param(parent_ids)}::bigint[], ${sql.param(seeds)}::text[], ${sql.param(hashes)}::text[]) as made
    on conflict (parent_id) do update
    set seed = excluded.seed, code = excluded.code, expires_at = excluded.expires_at`)
  if (byMail) await queueInvitations(transaction, parent_ids)
}

/**
 * Makes the parent start again with a new invitation (R13): removes the password, the recovery codes, the known devices,
 * the calendar addresses and the counts of failed sign-ins, and ends the sessions. Returns false and changes nothing if the account is closed
 * or does not exist. Call it in a transaction.
 */
export async function resetAccess(
  transaction: Queryable,
  keys: Keys,
  parent_id: number,
  delivery: Delivery,
): Promise<boolean> {
  const [account] = await transaction
    .update(parents)
    .set({ password_hash: null, password_changed: false, password_changed_at: sql`clock_timestamp()` })
    .where(and(eq(parents.id, parent_id), eq(parents.is_active, true)))
    .returning({ email: parents.email })
  if (!account) return false
  await inviteParents(transaction, keys, [parent_id], delivery)
  await forgetCodesOf(transaction, parent_id)
  await forgetDevicesOf(transaction, parent_id)
  await forgetCalendarFeedsOf(transaction, parent_id)
  await forgetAttemptsOnAccount(transaction, keys, account.email)
  // If the invitation is a letter, this mail tells the owner of the mailbox that someone gets access.
  if (!delivery.byMail) await queueMail(transaction, { kind: 'password_changed', parent_id })
  return true
}
