import { sql } from 'drizzle-orm'
import { prepareDeleteOfParent } from '../db/client/deleteBatch.ts'
import type { Queryable } from '../db/client/open.ts'
import {
  calendarFeeds,
  invitations,
  knownDevices,
  passkeys,
  recoveryCodes,
  sessions,
} from '../db/tables/accounts.ts'
import { parents } from '../db/tables/people.ts'
import { endSessions } from './sessions.ts'

/**
 * Ends the sessions of these accounts and deletes their recovery codes, one-time passwords, known devices, passkeys and
 * calendar addresses. It also sets `password_changed_at`, so that a concurrent sign-in fails, as during a change of the
 * password. Call it in a transaction.
 */
export async function revokeAccess(transaction: Queryable, parent_ids: number[]): Promise<void> {
  const ids = sql`any(${sql.param(parent_ids)}::bigint[])`
  await transaction
    .update(parents)
    .set({ password_changed_at: sql`clock_timestamp()` })
    .where(sql`${parents.id} = ${ids}`)
  await endSessions(transaction, sql`${sessions.parent_id} = ${ids}`)
  for (const table of [recoveryCodes, knownDevices, passkeys, calendarFeeds, invitations])
    await transaction.delete(table).where(sql`${table.parent_id} = ${ids}`)
}

/** Deletes all calendar addresses of the account: somebody else may know them. */
export const forgetCalendarFeedsOf = prepareDeleteOfParent(calendarFeeds, 'forget_calendar_feeds')
