import { sql } from 'drizzle-orm'
import { preparedQuery, type Queryable } from '../db/client/open.ts'
import { auditLog } from '../db/schema/schema.ts'

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
    | 'email_changed'
    | 'access_denied'
    | 'contacts_read'
    | 'document_read'
    | 'calendar_created'
    | 'calendar_revoked'
    | 'operator'
}

const auditColumns = [
  'action',
  'parent_id',
  'establishment_id',
  'student_id',
  'session_id',
  'address',
] as const
const emptyAuditRow = Object.fromEntries(auditColumns.map((name) => [name, null]))

const insertLine = preparedQuery((db) => {
  const values = Object.fromEntries(auditColumns.map((name) => [name, sql.placeholder(name)]))
  return db
    .insert(auditLog)
    .values({
      ...values,
      action: sql.placeholder('action'),
      detail: sql`${sql.placeholder('detail')}::jsonb`,
    })
    .onConflictDoNothing() // a unique index allows one line per parent, student and day for reads of contacts
    .prepare('audit')
})

/**
 * Writes one line to the audit log (R30). It identifies people by their ids, not by names, e-mails or RUTs. For an
 * operator's command, `parent_id` is the affected parent and `detail` contains the command's name.
 */
export async function audit(db: Queryable, row: AuditRow): Promise<void> {
  const detail = row.detail === undefined ? null : JSON.stringify(row.detail)
  await insertLine(db).execute({ ...emptyAuditRow, ...row, detail })
}
