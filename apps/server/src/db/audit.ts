import type { Queryable } from './open.ts'
import { auditLog } from './schema.ts'

export type AuditRow = typeof auditLog.$inferInsert & {
  action:
    | 'login'
    | 'login_failed'
    | 'logout'
    | 'recovery_requested'
    | 'recovery_failed'
    | 'recovery_confirmed'
    | 'password_changed'
    | 'password_change_failed'
    | 'access_denied'
    | 'contacts_read'
    | 'document_read'
    | 'operator'
}

/**
 * One line of who did what (R30): ids only, never names, e-mails or RUTs. An operator's command names in `parent_id`
 * whom it was about; its own name stands in `detail`.
 */
export async function audit(db: Queryable, row: AuditRow): Promise<void> {
  await db.insert(auditLog).values(row).onConflictDoNothing() // contacts are noted once a day
}
