import type { RegisterAction } from '@apoderados/contract/office/register'
import { sql } from 'drizzle-orm'
import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { type Database, preparedQuery, type Queryable } from '../db/client/open.ts'
import type { auditLog } from '../db/tables/audit.ts'

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
    | 'session_closed'
    | 'passkey_added'
    | 'passkey_removed'
    | 'proof_failed'
    | 'email_changed'
    | 'access_denied'
    | 'contacts_read'
    | 'document_read'
    | 'data_read'
    | 'consent_changed'
    | 'request_received'
    | 'calendar_created'
    | 'calendar_revoked'
    | 'digest_ended'
    | RegisterAction
}

/**
 * The columns of a line that an account may state. The database sets id and time: with a stated id, somebody could keep
 * a later line out. The columns have their names, because Drizzle caches the names of a table's other columns once.
 */
const auditLines = pgTable('audit_log', {
  action: text('action').notNull(),
  parent_id: bigint('parent_id', { mode: 'number' }),
  establishment_id: bigint('establishment_id', { mode: 'number' }),
  student_id: bigint('student_id', { mode: 'number' }),
  session_id: text('session_id'),
  address: text('address'),
  detail: jsonb('detail'),
  staff_id: bigint('staff_id', { mode: 'number' }),
})
const auditColumns = [
  'action',
  'parent_id',
  'establishment_id',
  'student_id',
  'session_id',
  'address',
  'staff_id',
] as const
const emptyAuditRow = Object.fromEntries(auditColumns.map((name) => [name, null]))

const insertLine = preparedQuery((db) => {
  const values = Object.fromEntries(auditColumns.map((name) => [name, sql.placeholder(name)]))
  return db
    .insert(auditLines)
    .values({
      ...values,
      action: sql.placeholder('action'),
      detail: sql`${sql.placeholder('detail')}::jsonb`,
    })
    .prepare('audit')
})

/**
 * Writes one line to the audit log (R30). It identifies people by their ids, not by names, e-mails or RUTs. For an
 * operator's command, `parent_id` is the affected parent and `detail` contains the command's name. For an act of a staff
 * member, `staff_id` is the member's.
 */
export async function audit(db: Queryable, row: AuditRow): Promise<void> {
  const detail = row.detail === undefined ? null : JSON.stringify(row.detail)
  await insertLine(db).execute({ ...emptyAuditRow, ...row, detail })
}

/** Drizzle names no expression as the target of a conflict. A unique index allows one read of contacts a day. */
const insertRead = {
  name: 'audit_read',
  text: `insert into audit_log (${[...auditColumns, 'detail'].join(', ')}) values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)
    on conflict (parent_id, student_id, ((at at time zone 'America/Santiago')::date)) where action = 'contacts_read'
    do nothing`,
}

/** Writes the line of an audited read; for contacts, one per parent, student and day in Chile. */
export async function auditRead({ $client: pool }: Database, row: AuditRow): Promise<void> {
  const detail = row.detail === undefined ? null : JSON.stringify(row.detail)
  await pool.query({ ...insertRead, values: [...auditColumns.map((name) => row[name] ?? null), detail] })
}
