import { withClient } from '@apoderados/testing/client'
import { readContents } from '@apoderados/testing/database/databaseState'

/** Tables left out of the comparison, because the load of the trials writes them or a server empties them by itself. */
const VOLATILE_TABLES = [
  'attempts',
  'sessions',
  'push_tokens',
  'signing_keys',
  'known_devices',
  'due_news',
  'pushes',
]
/** Tables left out of the comparison, because they only grow. */
const GROWING_TABLES = ['audit_log', 'mails']
const MIGRATION_TABLES = ['migrations', 'additive_migrations']

export type TableHashes = { columns: Map<string, string[]>; contents: Record<string, string> }

/** Columns left out of the comparison, because each sign-in writes them. */
const VOLATILE_COLUMNS = ['last_login_at', 'previous_login_at']

const COLUMNS_QUERY = `select table_name as name, array_agg(column_name::text order by column_name) as columns
  from information_schema.columns where table_schema = 'public' and column_name <> all($1) group by table_name`

/** Reads the number and a hash of each table's rows. `columns` limits them to the columns of an earlier reading. */
export const readRows = (url: string, columns?: TableHashes['columns']): Promise<TableHashes> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; columns: string[] }>(COLUMNS_QUERY, [
      VOLATILE_COLUMNS,
    ])
    const stable = rows.filter(
      ({ name }) => ![...VOLATILE_TABLES, ...GROWING_TABLES, ...MIGRATION_TABLES].includes(name),
    )
    const comparedColumns = columns ?? new Map(stable.map((table) => [table.name, table.columns]))
    const tables = [...comparedColumns].map(([name, own]) => ({ name, columns: own }))
    return { columns: comparedColumns, contents: await readContents(client, tables) }
  })

/** Returns the tables whose rows differ from `before`, compared by the columns in `before`. */
export async function findChangedTables(url: string, before: TableHashes): Promise<string[]> {
  const { contents } = await readRows(url, before.columns)
  return Object.keys(before.contents).filter((name) => contents[name] !== before.contents[name])
}

export const countRows = ({ contents }: TableHashes): number =>
  Object.values(contents).reduce((sum, text) => sum + Number.parseInt(text, 10), 0)
