import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { deleteBatch } from '../db/client/deleteBatch.ts'
import { staffLimits } from '../db/client/limits.ts'
import type { Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { establishments } from '../db/tables/schools.ts'
import {
  staff,
  staffFactors,
  staffInvitations,
  staffRecoveryCodes,
  staffSchools,
} from '../db/tables/staff.ts'
import { queueStaffMail } from '../mails/mails.ts'
import type { Keys } from '../secrets/keys.ts'
import { makeCode, revealCode } from '../secrets/oneTimeCodes.ts'
import { endStaffSessions } from './staffSessions.ts'

/** Removes all by which a member signs in: password, second factors, recovery codes, link and sessions. */
export async function removeStaffSecrets(transaction: Queryable, staff_id: number): Promise<void> {
  // The first statement locks the member's row, so that a concurrent sign-in waits and then fails.
  await transaction.update(staff).set({ password_hash: null }).where(eq(staff.id, staff_id))
  for (const table of [staffInvitations, staffFactors, staffRecoveryCodes])
    await transaction.delete(table).where(eq(table.staff_id, staff_id))
  await endStaffSessions(transaction, staff_id)
}

/** Makes a new link to enrol, which replaces the one before, and mails it. Returns the link's secret. */
export async function inviteStaffMember(
  transaction: Queryable,
  keys: Keys,
  staff_id: number,
): Promise<string> {
  await removeStaffSecrets(transaction, staff_id)
  const { seed, hash } = makeCode(keys, 'staff_invitation')
  const expires_at = sql<Date>`now() + make_interval(days => ${staffLimits.invitationDays})`
  await transaction.insert(staffInvitations).values({ staff_id, seed, code: hash, expires_at })
  await queueStaffMail(transaction, { kind: 'staff_invitation', staff_id, seed })
  return revealCode(keys, 'staff_invitation', seed) as string
}

/** Finds the live invitation of a link, by the hashes of its secret. */
export async function findStaffInvitation(db: Queryable, hashes: string[]) {
  const [found] = await db
    .select({
      ...pick(staffInvitations, 'staff_id', 'totp_secret', 'challenge', 'expires_at'),
      ...pick(staff, 'name', 'email'),
      schools: sql<string[]>`array(select ${establishments.name} from ${establishments}
        join ${staffSchools} on ${staffSchools.establishment_id} = ${establishments.id}
          and ${staffSchools.ended_at} is null
        where ${staffSchools.staff_id} = ${staff.id} order by ${establishments.name})`,
    })
    .from(staffInvitations)
    .innerJoin(staff, and(eq(staff.id, staffInvitations.staff_id), isNull(staff.password_hash)))
    .where(
      and(
        sql`${staffInvitations.code} = any(${sql.param(hashes)}::text[])`,
        gt(staffInvitations.expires_at, sql`now()`),
      ),
    )
  return found && found.schools.length > 0 ? found : undefined
}

export type StaffInvitation = NonNullable<Awaited<ReturnType<typeof findStaffInvitation>>>

/** Stores the second factor that the invited person is registering. */
export const startFactorOfInvitation = (
  db: Queryable,
  staff_id: number,
  started: { challenge: string } | { totp_secret: string },
) => db.update(staffInvitations).set(started).where(eq(staffInvitations.staff_id, staff_id))

/** Uses the invitation up and sets the password. Returns false if the link was used or replaced meanwhile. */
export async function acceptInvitation(
  transaction: Queryable,
  { hashes, staff_id, password_hash }: { hashes: string[]; staff_id: number; password_hash: string },
): Promise<boolean> {
  const used = await transaction
    .delete(staffInvitations)
    .where(
      and(
        eq(staffInvitations.staff_id, staff_id),
        sql`${staffInvitations.code} = any(${sql.param(hashes)}::text[])`,
        gt(staffInvitations.expires_at, sql`now()`),
      ),
    )
    .returning({ staff_id: staffInvitations.staff_id })
  if (used.length === 0) return false
  await transaction
    .update(staff)
    .set({ password_hash, password_changed_at: sql`clock_timestamp()` })
    .where(eq(staff.id, staff_id))
  return true
}

/** Deletes a batch of the expired links. */
export const removeExpiredStaffInvitations = (db: Queryable) =>
  deleteBatch(db, staffInvitations, lt(staffInvitations.expires_at, sql`now()`))
