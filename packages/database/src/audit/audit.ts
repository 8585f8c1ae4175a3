import { sql } from 'drizzle-orm'
import { prepared, type Queryable } from '../client/open.ts'
import { auditLog } from '../schema/schema.ts'

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
    | 'operator'
}

const columns = ['action', 'parent_id', 'establishment_id', 'student_id', 'session_id', 'address'] as const
const nothing = Object.fromEntries(columns.map((name) => [name, null]))

const insertLine = prepared((db) => {
  const values = Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)]))
  return db
    .insert(auditLog)
    .values({
      ...values,
      action: sql.placeholder('action'),
      detail: sql`${sql.placeholder('detail')}::jsonb`,
    })
    .onConflictDoNothing() // contacts are noted once a day
    .prepare('audit')
})

/**
 * One line of who did what (R30): ids only, never names, e-mails or RUTs. An operator's command names in `parent_id`
 * whom it was about; its own name stands in `detail`.
 */
export async function audit(db: Queryable, row: AuditRow): Promise<void> {
  const detail = row.detail === undefined ? null : JSON.stringify(row.detail)
  await insertLine(db).execute({ ...nothing, ...row, detail })
}
