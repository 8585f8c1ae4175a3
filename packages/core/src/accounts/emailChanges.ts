import { sql } from 'drizzle-orm'
import type { AuditRow } from '../audit/audit.ts'
import type { Queryable } from '../db/client/open.ts'
import { auditLog } from '../db/tables/audit.ts'
import { type EmailChange, queueNoticesToOldEmail } from '../mails/mails.ts'
import { revokeAccess } from './revokeAccess.ts'

/**
 * Completes changes of e-mails: revokes all access to the accounts, so that codes in the old mailboxes become invalid,
 * queues a notice to each old e-mail, and writes each change to the audit log. It creates no one-time password. Call it
 * in the transaction that has changed the e-mails.
 */
export async function settleEmailChanges(
  transaction: Queryable,
  changes: EmailChange[],
  { establishment_id = null, detail }: Pick<AuditRow, 'establishment_id' | 'detail'>,
): Promise<void> {
  if (changes.length === 0) return
  const parent_ids = changes.map(({ parent_id }) => parent_id)
  await revokeAccess(transaction, parent_ids)
  await queueNoticesToOldEmail(transaction, changes)
  await transaction.execute(sql`
    insert into ${auditLog} (action, parent_id, establishment_id, detail)
    select 'email_changed', parent_id, ${establishment_id}::bigint, ${JSON.stringify(detail)}::jsonb
    from unnest(${sql.param(parent_ids)}::bigint[]) as changed (parent_id)`)
}
