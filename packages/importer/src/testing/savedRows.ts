type Query = (sql: string) => Promise<Record<string, unknown>[]>

let count = 0

/**
 * Copies the rows of all tables into a new schema, and returns a function that restores them. Restoring is faster than
 * `truncate`, and far faster than an import. Sequences continue, so new rows get an id that was never used.
 */
export async function saveRows(query: Query): Promise<() => Promise<void>> {
  count += 1
  const schema = `saved_${count}`
  const tables = await query(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const copies = tables.map(({ name }) => `create table ${schema}.${name} as table ${name}`)
  await query([`create schema ${schema}`, ...copies].join(';'))
  const deletes = tables.map(({ name }) => `delete from ${name}`)
  const inserts: string[] = []
  for (const { name } of tables) {
    const [row] = await query(`select from ${schema}.${name} limit 1`)
    if (row) inserts.push(`insert into ${name} overriding system value table ${schema}.${name}`)
  }
  // A replica checks no foreign keys and fires no triggers.
  const asReplica = "select set_config('session_replication_role', 'replica', true)"
  const restore = [asReplica, ...deletes, ...inserts].join(';')
  return async () => void (await query(restore))
}
