import type { Database } from '@apoderados/database/client/open'

export const PARTITIONS = 8
/** Who may see whom, which leads from the parent to the school: it stays whole, beside parents and sessions. */
const WHOLE = ['student_parents', 'audit_log']

/** Each table of a school's own, cut by `establishment_id`; keys of other tables are left out. */
export async function cut(db: Database): Promise<string[]> {
  const { rows } = await db.$client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'establishment_id' and table_name <> all($1)`,
    [WHOLE],
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
    for (let part = 0; part < PARTITIONS; part += 1)
      await db.$client.query(
        `create table ${name}_part_${part} partition of ${name} for values with (modulus ${PARTITIONS}, remainder ${part})`,
      )
    await db.$client.query(`insert into ${name} select * from ${name}_whole`)
    await db.$client.query(`drop table ${name}_whole cascade`)
    // Which rows are there once is no matter here; where a unique index lacks the school, it could not be cut.
    for (const { sql } of indexes.rows)
      await db.$client.query(sql.replace('UNIQUE ', '').replace('_whole', ''))
  }
  await db.$client.query('vacuum analyze')
  return rows.map(({ name }) => name)
}
