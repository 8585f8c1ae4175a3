import { and, eq, isNull, sql } from 'drizzle-orm'
import { forgetGuessesOf } from '../accounts/attemptKeys.ts'
import { forgetDevicesOf } from '../accounts/knownDevices.ts'
import { forgetCodesOf } from '../accounts/recoveryCodes.ts'
import { endSessions } from '../accounts/sessions.ts'
import { accountLimits } from '../client/limits.ts'
import type { Queryable } from '../client/open.ts'
import { queueInvitations, queueMail } from '../mails/mails.ts'
import { invitations, parents, sessions } from '../schema/schema.ts'
import type { Keys } from '../secrets/keys.ts'
import { makeCode } from '../secrets/oneTimeCodes.ts'

/** By mail, or else by a letter that the school hands over. */
type Way = { byMail: boolean }

/** A parent has up to 50 sessions, and a statement 65,535 parameters. */
const PARENTS_AT_ONCE = 1_000

const isOneOf = (parent_ids: number[]) => sql`any(${sql.param(parent_ids)}::bigint[])`

/**
 * A one-time password for each whose account is open and has none of its own, instead of an older one with the
 * sessions that it opened; the others are passed over. How many have one now. Nothing is hashed slowly: 75,000 take
 * seconds (R37). In a transaction, and the parents' rows first, as every change of a password takes them.
 */
export async function inviteParents(
  transaction: Queryable,
  keys: Keys,
  parent_ids: number[],
  way: Way,
): Promise<number> {
  const inOrder = [...new Set(parent_ids)].sort((one, other) => one - other)
  let count = 0
  for (let start = 0; start < inOrder.length; start += PARENTS_AT_ONCE) {
    const some = await lockWithoutPassword(transaction, inOrder.slice(start, start + PARENTS_AT_ONCE))
    if (some.length > 0) await invite(transaction, keys, some, way)
    count += some.length
  }
  return count
}

/** In one order always, so that two commands wait for each other instead of blocking each other. */
async function lockWithoutPassword(transaction: Queryable, parent_ids: number[]): Promise<number[]> {
  const open = await transaction
    .select({ id: parents.id })
    .from(parents)
    .where(
      and(
        sql`${parents.id} = ${isOneOf(parent_ids)}`,
        isNull(parents.password_hash),
        eq(parents.is_active, true),
      ),
    )
    .orderBy(parents.id)
    .for('no key update')
  return open.map(({ id }) => id)
}

async function invite(
  transaction: Queryable,
  keys: Keys,
  parent_ids: number[],
  { byMail }: Way,
): Promise<void> {
  // A sign-in with the older one that is under way finds this moved, as by any other change.
  await transaction
    .update(parents)
    .set({ password_changed_at: sql`clock_timestamp()` })
    .where(
      sql`${parents.id} in (select parent_id from ${invitations} where parent_id = ${isOneOf(parent_ids)})`,
    )
  await endSessions(transaction, sql`${sessions.parent_id} = ${isOneOf(parent_ids)}`)
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
 * The account as on its first day: no password, a new invitation; every session ends, codes are void, no device is known,
 * guesses at it are forgotten (R13). False, and nothing done, for a closed account or none. In a transaction.
 */
export async function resetAccess(
  transaction: Queryable,
  keys: Keys,
  parent_id: number,
  way: Way,
): Promise<boolean> {
  const [account] = await transaction
    .update(parents)
    .set({ password_hash: null, password_changed: false, password_changed_at: sql`clock_timestamp()` })
    .where(and(eq(parents.id, parent_id), eq(parents.is_active, true)))
    .returning({ email: parents.email })
  if (!account) return false
  await inviteParents(transaction, keys, [parent_id], way)
  await forgetCodesOf(transaction, parent_id)
  await forgetDevicesOf(transaction, parent_id)
  await forgetGuessesOf(transaction, keys, account.email)
  // Whoever has the mailbox hears of a letter that goes to somebody else.
  if (!way.byMail) await queueMail(transaction, { kind: 'password_changed', parent_id })
  return true
}
