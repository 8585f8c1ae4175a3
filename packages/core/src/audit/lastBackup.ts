import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { auditLog } from '../db/tables/audit.ts'

/** Returns when the last backup was made, by the audit line that deploy/systemd/apoderados-backup writes at its end. */
export async function readLastBackup(db: Queryable): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: string }>(sql`
    select ${auditLog.at} from ${auditLog}
    where ${auditLog.action} = 'operator' and ${auditLog.detail} ->> 'command' = 'backup'
    order by ${auditLog.at} desc limit 1`)
  return rows[0] && new Date(rows[0].at)
}
