type Query = (sql: string) => Promise<Record<string, unknown>[]>

let copyCount = 0

/**
 * Copies the rows of all tables and the values of their sequences into a new schema, and returns a function that
 * restores them. Restoring is faster than importing the rows again.
 */
export async function saveRows(query: Query): Promise<() => Promise<void>> {
  copyCount += 1
  const schema = `saved_${copyCount}`
  const tables = await query(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const copies = tables.map(({ name }) => `create table ${schema}.${name} as table ${name}`)
  const sequences = `create table ${schema}.sequence_values as
    select format('public.%I', sequencename) as name, last_value from pg_sequences where schemaname = 'public'`
  await query([`create schema ${schema}`, ...copies, sequences].join(';'))
  const deletes = tables.map(({ name }) => `delete from ${name}`)
  const inserts: string[] = []
  for (const { name } of tables) {
    const [row] = await query(`select from ${schema}.${name} limit 1`)
    if (row) inserts.push(`insert into ${name} overriding system value table ${schema}.${name}`)
  }
  // In the session role `replica`, PostgreSQL checks no foreign keys and fires no triggers.
  const asReplica = "select set_config('session_replication_role', 'replica', true)"
  const setSequences = `select setval(name, coalesce(last_value, 1), last_value is not null)
    from ${schema}.sequence_values`
  const restore = [asReplica, ...deletes, ...inserts, setSequences].join(';')
  return async () => void (await query(restore))
}
