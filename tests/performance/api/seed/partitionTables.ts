import type { Database } from '@apoderados/database/client/open'

export const PARTITION_COUNT = 8
/**
 * Tables that have `establishment_id` but are not partitioned: the server reads `student_parents` to find a parent's
 * schools, and its calls only insert into `audit_log`.
 */
const UNPARTITIONED_TABLES = ['student_parents', 'audit_log']

/**
 * Partitions the tables with `establishment_id` by that column, without foreign keys and except UNPARTITIONED_TABLES.
 * @returns their names
 */
export async function partitionTables(db: Database): Promise<string[]> {
  const { rows } = await db.$client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'establishment_id' and table_name <> all($1)`,
    [UNPARTITIONED_TABLES],
  )
  for (const { name } of rows) {
    const indexes = await db.$client.query<{ sql: string }>(
      'select indexdef as sql from pg_indexes where schemaname = $1 and tablename = $2',
      ['public', name],
    )
    await db.$client.query(`alter table ${name} rename to ${name}_whole`)
    await db.$client.query(
      `create table ${name} (like ${name}_whole including defaults) partition by hash (establishment_id)`,
    )
    for (let part = 0; part < PARTITION_COUNT; part += 1)
      await db.$client.query(
        `create table ${name}_part_${part} partition of ${name} for values with (modulus ${PARTITION_COUNT}, remainder ${part})`,
      )
    await db.$client.query(`insert into ${name} select * from ${name}_whole`)
    await db.$client.query(`drop table ${name}_whole cascade`)
    // Uniqueness is not needed here, and a unique index must contain the partition key, so indexes become
    // non-unique.
    for (const { sql } of indexes.rows)
      await db.$client.query(sql.replace('UNIQUE ', '').replace('_whole', ''))
  }
  await db.$client.query('vacuum analyze')
  return rows.map(({ name }) => name)
}
