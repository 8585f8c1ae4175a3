import { sql } from 'drizzle-orm'
import { oncePer } from './oncePer.ts'
import { type Database, prepared, type Queryable } from './open.ts'
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

const given = [...columns, 'detail'].join(', ')
/** In plain SQL: Drizzle's `insert … select` wants the id too, which the table makes itself. */
const insertLines = {
  name: 'audit_lines',
  text: `insert into audit_log (${given})
    select ${given} from jsonb_populate_recordset(null::audit_log, $1::jsonb) on conflict do nothing`,
}

type Waiting = { row: AuditRow; kept: () => void; failed: (error: unknown) => void }

/** Writes the lines that came while it wrote the last ones, until there are no more. */
const writerOf = oncePer(({ $client: pool }: Database) => {
  const waiting: Waiting[] = []
  let isWriting = false
  async function write(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const taken = waiting.splice(0)
      const values = [JSON.stringify(taken.map(({ row }) => row))]
      try {
        await pool.query({ ...insertLines, values })
        for (const { kept } of taken) kept()
      } catch (error) {
        for (const { failed } of taken) failed(error)
      }
    }
    isWriting = false
  }
  return (line: Waiting) => {
    waiting.push(line)
    if (!isWriting) void write()
  }
})

/**
 * One line of what somebody read, before it is answered: who cannot be noted reads nothing. Calls that come together
 * share a statement and its flush, instead of waking a connection each for a few bytes.
 */
export const auditRead = (db: Database, row: AuditRow): Promise<void> =>
  new Promise((kept, failed) => writerOf(db)({ row, kept, failed }))
