import { sql } from 'drizzle-orm'
import { forgetOldAttempts } from '../accounts/attempts.ts'
import { forgetUnusedDevices } from '../accounts/knownDevices.ts'
import { removeExpiredChallenges } from '../accounts/passkeys.ts'
import { removeDeadPushTokens } from '../accounts/pushTokens.ts'
import { forgetExpiredCodes } from '../accounts/recoveryCodes.ts'
import { endExpiredSessions, removeEndedSessions } from '../accounts/sessions.ts'
import { BATCH_ROWS, deleteBatch } from '../db/client/deleteBatch.ts'
import type { Database } from '../db/client/open.ts'
import { auditLog, recordReads } from '../db/tables/audit.ts'
import { changes, dueNews } from '../db/tables/news.ts'
import { dataRequests } from '../db/tables/privacy.ts'
import { forgetExpiredInvitations } from '../invitations/liveInvitations.ts'
import { removeOldLoads } from '../loads/loadHistory.ts'
import { removeOldDigests } from '../mails/digests.ts'
import { removeOldMails } from '../mails/mails.ts'
import { removeOldPushes } from '../pushes/pushQueue.ts'
import { removeExpiredStaffInvitations } from '../staff/staffInvitations.ts'
import { removeEndedStaffSessions } from '../staff/staffSessions.ts'

/**
 * Removes lines of the audit log after 24 months. The log's trigger refuses a deletion of younger lines, and any
 * deletion while the setting `apoderados.retention` is not on.
 */
const removeOldAuditLines = (db: Database) =>
  db.transaction(async (transaction) => {
    await transaction.execute(sql`set local apoderados.retention = 'on'`)
    return deleteBatch(transaction, auditLog, sql`${auditLog.at} < now() - interval '24 months'`)
  })

/** Removes logged changes of courses, schools and accounts after 24 months. A student's are erased with the student. */
const removeOldCourseChanges = (db: Database) =>
  deleteBatch(
    db,
    changes,
    sql`${changes.enrollment_id} is null and ${changes.changed_at} < now() - interval '24 months'`,
  )

/** Removes due news three days after its publication: `queueDuePushes` sends nothing about news over two days old. */
const removeOldDueNews = (db: Database) =>
  deleteBatch(db, dueNews, sql`${dueNews.published_at} < now() - interval '3 days'`)

/** Removes what guardians read after 24 months, as the lines of the audit log. */
const removeOldReads = (db: Database) =>
  deleteBatch(db, recordReads, sql`${recordReads.day} < current_date - interval '24 months'`)

/** Removes requests about personal data with their answers after four years, when the right to sue has ended. */
const removeOldRequests = (db: Database) =>
  deleteBatch(db, dataRequests, sql`${dataRequests.created_at} < now() - interval '4 years'`)

/** Each function removes or ends one batch of rows. The keys are the names that the log shows for a failed step. */
const retentionSteps: Record<string, (db: Database) => Promise<{ rowCount: number | null }>> = {
  'idle sessions': endExpiredSessions,
  'ended sessions': removeEndedSessions,
  attempts: forgetOldAttempts,
  'known devices': forgetUnusedDevices,
  'used challenges': removeExpiredChallenges,
  'recovery codes': forgetExpiredCodes,
  invitations: forgetExpiredInvitations,
  'staff sessions': removeEndedStaffSessions,
  'staff invitations': removeExpiredStaffInvitations,
  mails: removeOldMails,
  digests: removeOldDigests,
  'push tokens': removeDeadPushTokens,
  pushes: removeOldPushes,
  'due news': removeOldDueNews,
  'changes of courses': removeOldCourseChanges,
  loads: removeOldLoads,
  'record reads': removeOldReads,
  'data requests': removeOldRequests,
  'audit log': removeOldAuditLines,
}

type RunOptions = {
  /** Called with the error of a failed step, after which the other steps run. Without it, the error is thrown. */
  onFailed?(step: string, error: unknown): void
  /** Called before each batch; true ends the run. */
  shouldStop?(): boolean
}

/**
 * Removes expired data by all `retentionSteps` (R17, R30, R39), whose functions say after which time they remove what.
 * One server process calls it at its start and each hour.
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
