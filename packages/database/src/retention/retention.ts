import { sql } from 'drizzle-orm'
import { forgetOldAttempts } from '../accounts/attempts.ts'
import { forgetUnusedDevices } from '../accounts/knownDevices.ts'
import { removeDeadPushTokens } from '../accounts/pushTokens.ts'
import { forgetExpiredCodes } from '../accounts/recoveryCodes.ts'
import { endUntimelySessions, removeEndedSessions } from '../accounts/sessions.ts'
import { BATCH_ROWS, deleteInBatches } from '../client/deleteInBatches.ts'
import type { Database } from '../client/open.ts'
import { forgetExpiredInvitations } from '../invitations/liveInvitations.ts'
import { removeOldMails } from '../mails/mails.ts'
import { auditLog } from '../schema/schema.ts'

/** The trigger that refuses any other change looks for the setting. */
const removeOldAudit = (db: Database) =>
  db.transaction(async (transaction) => {
    await transaction.execute(sql`set local apoderados.retention = 'on'`)
    return deleteInBatches(transaction, auditLog, sql`${auditLog.at} < now() - interval '24 months'`)
  })

/** Each takes some rows at a time; by the names that the log tells. */
const steps: Record<string, (db: Database) => Promise<{ rowCount: number | null }>> = {
  'idle sessions': endUntimelySessions,
  'ended sessions': removeEndedSessions,
  attempts: forgetOldAttempts,
  'known devices': forgetUnusedDevices,
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
 * when they expire, known devices 400 days after their last sign-in, push tokens with their session, the audit log after 24 months (R17, R30, R39). Where somebody
 * hears of a step that failed, the others go on.
 */
export async function removeExpired(db: Database, { onFailed, isToStop }: Round = ofCommand): Promise<void> {
  for (const [step, takeSome] of Object.entries(steps)) {
    try {
      let taken: number | null
      do taken = isToStop() ? 0 : (await takeSome(db)).rowCount
      while (taken !== null && taken >= BATCH_ROWS)
    } catch (error) {
      onFailed(step, error)
    }
  }
}
