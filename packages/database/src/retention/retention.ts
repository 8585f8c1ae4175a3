import { sql } from 'drizzle-orm'
import { forgetOldAttempts } from '../accounts/attempts.ts'
import { forgetUnusedDevices } from '../accounts/knownDevices.ts'
import { removeDeadPushTokens } from '../accounts/pushTokens.ts'
import { forgetExpiredCodes } from '../accounts/recoveryCodes.ts'
import { endExpiredSessions, removeEndedSessions } from '../accounts/sessions.ts'
import { BATCH_ROWS, deleteBatch } from '../client/deleteBatch.ts'
import type { Database } from '../client/open.ts'
import { forgetExpiredInvitations } from '../invitations/liveInvitations.ts'
import { removeOldDigests } from '../mails/digests.ts'
import { removeOldMails } from '../mails/mails.ts'
import { removeOldPushes } from '../pushes/pushQueue.ts'
import { auditLog, changes, dueNews } from '../schema/schema.ts'

/** The trigger on the audit log refuses every deletion unless this setting is on. */
const removeOldAudit = (db: Database) =>
  db.transaction(async (transaction) => {
    await transaction.execute(sql`set local apoderados.retention = 'on'`)
    return deleteBatch(transaction, auditLog, sql`${auditLog.at} < now() - interval '24 months'`)
  })

/** Removes logged changes of courses and schools. Those of a student's records are erased with the student. */
const removeOldCourseChanges = (db: Database) =>
  deleteBatch(
    db,
    changes,
    sql`${changes.enrollment_id} is null and ${changes.changed_at} < now() - interval '24 months'`,
  )

/** Removes due news that no server has queued: `queueDuePushes` sends no notification of news over two days old. */
const removeOldDueNews = (db: Database) =>
  deleteBatch(db, dueNews, sql`${dueNews.published_at} < now() - interval '3 days'`)

/** Each step removes one batch. The keys are the names that the log shows. */
const steps: Record<string, (db: Database) => Promise<{ rowCount: number | null }>> = {
  'idle sessions': endExpiredSessions,
  'ended sessions': removeEndedSessions,
  attempts: forgetOldAttempts,
  'known devices': forgetUnusedDevices,
  'recovery codes': forgetExpiredCodes,
  invitations: forgetExpiredInvitations,
  mails: removeOldMails,
  digests: removeOldDigests,
  'push tokens': removeDeadPushTokens,
  pushes: removeOldPushes,
  'due news': removeOldDueNews,
  'changes of courses': removeOldCourseChanges,
  'audit log': removeOldAudit,
}

type RunOptions = { onFailed?(step: string, error: unknown): void; shouldStop?(): boolean }

/**
 * Removes expired data: sessions 30 days after their end, attempts, codes and mails within a day, invitations when they
 * expire, known devices 400 days after their last sign-in, push tokens with their session, news that waits for a
 * notification after three days, unsent notifications after two days, digests after 90 days, and changes of courses and
 * schools and the audit log after 24 months (R17, R30, R39). With `onFailed`, the other steps run after a failed
 * step; otherwise its error is thrown.
 */
export async function removeExpired(db: Database, { onFailed, shouldStop }: RunOptions = {}): Promise<void> {
  for (const [step, removeBatch] of Object.entries(steps)) {
    try {
      let removed: number | null
      do removed = shouldStop?.() ? 0 : (await removeBatch(db)).rowCount
      while (removed !== null && removed >= BATCH_ROWS)
    } catch (error) {
      if (!onFailed) throw error
      onFailed(step, error)
    }
  }
}
