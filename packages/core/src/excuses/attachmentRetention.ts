import { sql } from 'drizzle-orm'
import type { Database } from '../db/client/open.ts'
import type { Files } from '../files/fileStore.ts'

const FILES_PER_RUN_MAX = 1_000

/**
 * Deletes the attachments of excuses that are withdrawn, or older than the school keeps them; the excuses and decisions
 * stay. First the file goes: after an interruption the row still leads to what is left.
 */
export async function removeExpiredAttachments(db: Database, files: Files): Promise<void> {
  const { rows } = await db.execute<{ establishment_id: number; id: number; attachment_id: string }>(sql`
    select excuse.establishment_id::float8 as establishment_id, excuse.id::float8 as id, excuse.attachment_id
    from excuses excuse join establishments school on school.id = excuse.establishment_id
    where excuse.attachment_id is not null and (excuse.withdrawn_at is not null
      or (now() at time zone school.time_zone)::date
        >= (excuse.created_at at time zone school.time_zone)::date + school.attachment_days)
    limit ${sql.raw(String(FILES_PER_RUN_MAX))}`)
  for (const { establishment_id, id, attachment_id } of rows) {
    await files.remove(attachment_id)
    await db.execute(sql`update excuses set attachment_id = null, attachment_state = 'removed'
      where establishment_id = ${establishment_id} and id = ${id}`)
  }
}
