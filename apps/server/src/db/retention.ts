import { sql } from 'drizzle-orm'
import { forgetOldAttempts } from './attempts.ts'
import { forgetExpiredInvitations } from './liveInvitations.ts'
import { removeOldMails } from './mails.ts'
import type { Database } from './open.ts'
import { removeDeadPushTokens } from './pushTokens.ts'
import { forgetExpiredCodes } from './recoveryCodes.ts'
import { auditLog, loginFailures, sessions } from './schema.ts'
import { endUntimelySessions } from './sessions.ts'

/**
 * Removes what has outlived its use: sessions 30 days after their end, codes and mails within a day, invitations
 * when they expire, push tokens with their session, the audit log after 24 months (R17, R30, R39).
 */
export async function removeExpired(db: Database): Promise<void> {
  await endUntimelySessions(db)
  await db.delete(sessions).where(sql`${sessions.expires_at} < now() - interval '30 days'`)
  await db.delete(loginFailures).where(sql`${loginFailures.first_failed_at} < now() - interval '1 day'
    and ${loginFailures.blocked_until} < now() or ${loginFailures.first_failed_at} > now() + interval '1 minute'`)
  await forgetOldAttempts(db)
  await forgetExpiredCodes(db)
  await forgetExpiredInvitations(db)
  await removeOldMails(db)
  await removeDeadPushTokens(db)
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`set local apoderados.retention = 'on'`)
    await transaction.delete(auditLog).where(sql`${auditLog.at} < now() - interval '24 months'`)
  })
}
