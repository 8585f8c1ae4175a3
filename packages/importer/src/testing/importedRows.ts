/** The tables into which the rows of an import's sheets are merged. */
const IMPORTED_TABLES = [
  ...'establishments sub_periods closures courses employees course_subjects students enrollments'.split(' '),
  ...'parents student_parents elective_enrollments blocks assessments grades attendance arrears'.split(' '),
  'observations',
  'events',
]

type TableRow = Record<string, unknown>
type Query = (sql: string) => Promise<{ row: TableRow }[]>

/** Returns the rows of the tables that imports fill, by table, sorted by their JSON text. */
export async function importedRows(query: Query): Promise<Record<string, TableRow[]>> {
  const tables: Record<string, TableRow[]> = {}
  for (const table of IMPORTED_TABLES) {
    const found = await query(
      `select to_jsonb(stored) as row from ${table} stored order by to_jsonb(stored)::text`,
    )
    tables[table] = found.map(({ row }) => row)
  }
  return tables
}

/** Removes the id and the time of creation from a row, and hides the ids of other rows. */
const withoutIds = (row: TableRow): TableRow =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name !== 'id' && name !== 'created_at')
      .map(([name, value]) => [name, name.endsWith('_id') && value !== null ? 'some' : value]),
  )

/** Returns the same rows without ids and times of creation, to compare two imports into empty databases. */
export async function importedValues(query: Query): Promise<Record<string, TableRow[]>> {
  const tables = Object.entries(await importedRows(query))
  const sorted = (rows: TableRow[]) =>
    rows.map(withoutIds).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  return Object.fromEntries(tables.map(([table, rows]) => [table, sorted(rows)]))
}
