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

/**
 * Removes lines of the audit log after 24 months. The log's trigger refuses a deletion of younger lines, and any
 * deletion while the setting `apoderados.retention` is not on.
 */
const removeOldAuditLines = (db: Database) =>
  db.transaction(async (transaction) => {
    await transaction.execute(sql`set local apoderados.retention = 'on'`)
    return deleteBatch(transaction, auditLog, sql`${auditLog.at} < now() - interval '24 months'`)
  })

/**
 * Removes from the change log the changes of courses, schools and accounts after 24 months. Changes of a student's
 * records are erased with the student.
 */
const removeOldCourseChanges = (db: Database) =>
  deleteBatch(
    db,
    changes,
    sql`${changes.enrollment_id} is null and ${changes.changed_at} < now() - interval '24 months'`,
  )

/**
 * Removes due news that no server has queued within three days after its publication. `queueDuePushes` sends no
 * notification of news over two days old.
 */
const removeOldDueNews = (db: Database) =>
  deleteBatch(db, dueNews, sql`${dueNews.published_at} < now() - interval '3 days'`)

/** Each function removes or ends one batch of rows. The keys are the names that the log shows for a failed step. */
const retentionSteps: Record<string, (db: Database) => Promise<{ rowCount: number | null }>> = {
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
  'audit log': removeOldAuditLines,
}

type RunOptions = {
  /** Called with the error of a failed step, after which the other steps run. Without it, the error is thrown. */
  onFailed?(step: string, error: unknown): void
  /** Called before each batch; true ends the run. */
  shouldStop?(): boolean
}

/**
 * Removes expired data (R17, R30, R39). One server process calls it at its start and each hour. It removes:
 * - sessions, 30 days after their sign-out or expiry
 * - the counts of attempts, a day after the last attempt
 * - known devices, 400 days after their last sign-in or password recovery
 * - recovery codes and invitations, when they expire
 * - mails that are sent, given up or expired for an hour, at the earliest a day after they were queued
 * - the rows of digests, 90 days after the end of their news
 * - push tokens, when their session ends
 * - notifications that could not be sent, two days after they were queued
 * - news that waits to be queued for notifications, three days after its publication
 * - the audit log, and the logged changes of courses, schools and accounts, after 24 months
 *
 * It also ends the sessions that have expired or were idle too long.
 */
export async function removeExpired(db: Database, { onFailed, shouldStop }: RunOptions = {}): Promise<void> {
  for (const [step, removeBatch] of Object.entries(retentionSteps)) {
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
