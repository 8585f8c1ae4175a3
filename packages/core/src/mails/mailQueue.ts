import { sql } from 'drizzle-orm'
import type { Database } from '../db/client/open.ts'
import { mails } from '../db/tables/messages.ts'

/** The number of mails that wait to be sent, and for how many seconds the oldest of them has waited. */
export type MailQueue = { waiting: number; oldestSeconds: number }

/** Reads the state of the mail queue by the partial index `mails_due`, which does not contain sent mails. */
export async function readMailQueue(db: Database): Promise<MailQueue> {
  const { rows } = await db.execute<MailQueue>(sql`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(${mails.queued_at})), 0)::float8 as "oldestSeconds"
    from ${mails} where ${mails.sent_at} is null and ${mails.given_up_at} is null`)
  return rows[0] as MailQueue
}
