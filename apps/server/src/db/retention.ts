import { sql } from 'drizzle-orm'
import type { Database } from './open.ts'
import { auditLog, loginFailures, sessions } from './schema.ts'

/** Removes what has outlived its use: sessions 30 days after their end, the audit log after 24 months (R30, R39). */
export async function removeExpired(db: Database): Promise<void> {
  await db.delete(sessions).where(sql`${sessions.expires_at} < now() - interval '30 days'`)
  await db.delete(loginFailures).where(sql`${loginFailures.first_failed_at} < now() - interval '1 day'
    and ${loginFailures.blocked_until} < now()`)
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`set local apoderados.retention = 'on'`)
    await transaction.delete(auditLog).where(sql`${auditLog.at} < now() - interval '24 months'`)
  })
}
