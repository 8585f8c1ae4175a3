import { sql } from 'drizzle-orm'
import type { Database } from './open.ts'

/**
 * Returns whether the database accepts writes: it is no standby, and its operator has not made it read-only. The
 * connection to a database that accepts no writes is closed, because the next connection may reach the new primary.
 */
export async function readWritability({ $client: pool }: Pick<Database, '$client'>): Promise<boolean> {
  const client = await pool.connect()
  let isWritable = false
  try {
    const { rows } = await client.query(
      `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_writable`,
    )
    isWritable = rows[0].is_writable
  } finally {
    client.release(!isWritable)
  }
  return isWritable
}

/**
 * Returns how many standbys may confirm a commit before it is acknowledged. With 0, the loss of the primary's disk
 * loses acknowledged writes. An account without pg_monitor sees that a standby is connected, but not its `sync_state`:
 * every connected standby then counts, unless `synchronous_standby_names` is empty.
 */
export async function countSynchronousStandbys(db: Database): Promise<number> {
  const { rows } = await db.execute<{ standbys: number }>(sql`
    select count(*)::int as standbys from pg_stat_replication
    where current_setting('synchronous_standby_names') <> ''
      and coalesce(sync_state, 'sync') in ('sync', 'quorum') and application_name <> 'pg_basebackup'`)
  return rows[0]?.standbys ?? 0
}
