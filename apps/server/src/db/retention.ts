import { sql } from 'drizzle-orm'
import { forgetOldAttempts } from './attempts.ts'
import { forgetExpiredInvitations } from './liveInvitations.ts'
import { removeOldMails } from './mails.ts'
import type { Database } from './open.ts'
import { removeDeadPushTokens } from './pushTokens.ts'
import { forgetExpiredCodes } from './recoveryCodes.ts'
import { auditLog, loginFailures } from './schema.ts'
import { endUntimelySessions, removeEndedSessions } from './sessions.ts'
import { ROWS_AT_ONCE, removeSome } from './someRows.ts'

const forgetOldFailures = (db: Database) =>
  removeSome(
    db,
    loginFailures,
    sql`${loginFailures.first_failed_at} < now() - interval '1 day'
      and ${loginFailures.blocked_until} < now() or ${loginFailures.first_failed_at} > now() + interval '1 minute'`,
  )

/** The trigger that refuses any other change looks for the setting. */
const removeOldAudit = (db: Database) =>
  db.transaction(async (transaction) => {
    await transaction.execute(sql`set local apoderados.retention = 'on'`)
    return removeSome(transaction, auditLog, sql`${auditLog.at} < now() - interval '24 months'`)
  })

/** Each takes some rows at a time; by the names that the log tells. */
const steps: Record<string, (db: Database) => Promise<{ rowCount: number | null }>> = {
  'idle sessions': endUntimelySessions,
  'ended sessions': removeEndedSessions,
  'sign-in failures': forgetOldFailures,
  attempts: forgetOldAttempts,
  'recovery codes': forgetExpiredCodes,
  invitations: forgetExpiredInvitations,
  mails: removeOldMails,
  'push tokens': removeDeadPushTokens,
  'audit log': removeOldAudit,
}

type Round = { onFailed(step: string, error: unknown): void; isToStop(): boolean }

const ofCommand: Round = {
  onFailed: (_, error) => {
    throw error
  },
  isToStop: () => false,
}

/**
 * Removes what has outlived its use: sessions 30 days after their end, codes and mails within a day, invitations
 * when they expire, push tokens with their session, the audit log after 24 months (R17, R30, R39). Where somebody
 * hears of a step that failed, the others go on.
 */
export async function removeExpired(db: Database, { onFailed, isToStop }: Round = ofCommand): Promise<void> {
  for (const [step, takeSome] of Object.entries(steps)) {
    try {
      let taken: number | null
      do taken = isToStop() ? 0 : (await takeSome(db)).rowCount
      while (taken !== null && taken >= ROWS_AT_ONCE)
    } catch (error) {
      onFailed(step, error)
    }
  }
}
