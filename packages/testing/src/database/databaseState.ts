import { createHash } from 'node:crypto'
import type pg from 'pg'

type TableColumns = { name: string; columns: string[] }

/** Returns for each table the number of its rows and a hash of their content. */
export async function readContents(
  client: pg.Client,
  tables: TableColumns[],
): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  for (const { name, columns } of tables) {
    const { rows } = await client.query(
      `select ${columns.map((column) => `"${column}"`).join(', ')} from ${name} stored order by stored::text`,
    )
    contents[name] = `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`
  }
  return contents
}

/** Returns a row for each constraint, index, trigger, column and migration of the database. */
export async function readSchema(client: pg.Client): Promise<Record<string, string>[]> {
  const { rows } = await client.query(`
      select 'constraint' as kind, conrelid::regclass::text as place, conname::text as name,
          pg_get_constraintdef(oid) as definition
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'index', tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
      union all select 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid)
        from pg_trigger where not tgisinternal
      union all select 'column', table_name, column_name,
          concat_ws(' ', data_type, is_nullable, column_default, is_identity)
        from information_schema.columns where table_schema = 'public'
      union all select 'migration', '', at::text, hash from migrations
      union all select 'additive migration', '', at::text, hash from additive_migrations
      order by 1, 2, 3`)
  return rows
}
