/** The tables that an import writes, except those of invitations and of the audit log. */
const TABLES = [
  ...[
    'establishments',
    'sub_periods',
    'closures',
    'courses',
    'employees',
    'course_subjects',
    'students',
    'enrollments',
  ],
  ...[
    'parents',
    'student_parents',
    'elective_enrollments',
    'blocks',
    'assessments',
    'grades',
    'attendance',
    'arrears',
  ],
  ...['observations', 'events'],
]

type Row = Record<string, unknown>
type Query = (sql: string) => Promise<{ row: Row }[]>

/** Returns all rows of the imported tables, sorted. */
export async function importedRows(query: Query): Promise<Record<string, Row[]>> {
  const tables: Record<string, Row[]> = {}
  for (const table of TABLES) {
    const found = await query(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`)
    tables[table] = found.map(({ row }) => row)
  }
  return tables
}

const withoutIds = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name !== 'id' && name !== 'created_at')
      .map(([name, value]) => [name, name.endsWith('_id') && value !== null ? 'some' : value]),
  )

/** Returns the rows without ids and times, to compare two imports into empty databases. */
export async function importedValues(query: Query): Promise<Record<string, Row[]>> {
  const tables = Object.entries(await importedRows(query))
  const sorted = (rows: Row[]) =>
    rows.map(withoutIds).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  return Object.fromEntries(tables.map(([table, rows]) => [table, sorted(rows)]))
}
