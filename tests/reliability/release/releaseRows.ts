import { withClient } from '@apoderados/server/testing/client'
import { readContents } from '@apoderados/server/testing/database/databaseState'

/** Tables left out of the comparison, because the load of the trials writes them or a server empties them by itself. */
const VOLATILE = [
  'attempts',
  'sessions',
  'push_tokens',
  'signing_keys',
  'known_devices',
  'due_news',
  'pushes',
]
/** Tables left out of the comparison, because they only grow. */
const GROWING = ['audit_log', 'mails']
const MIGRATIONS = ['migrations', 'additive_migrations']

export type Rows = { columns: Map<string, string[]>; contents: Record<string, string> }

/** Columns left out of the comparison, because each sign-in writes them. */
const VOLATILE_COLUMNS = ['last_login_at', 'previous_login_at']

const COLUMNS = `select table_name as name, array_agg(column_name::text order by column_name) as columns
  from information_schema.columns where table_schema = 'public' and column_name <> all($1) group by table_name`

/** Reads a hash of each table's rows. `columns` limits it to the columns of an earlier reading. */
export const readRows = (url: string, columns?: Rows['columns']): Promise<Rows> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; columns: string[] }>(COLUMNS, [VOLATILE_COLUMNS])
    const stable = rows.filter(({ name }) => ![...VOLATILE, ...GROWING, ...MIGRATIONS].includes(name))
    const comparedColumns = columns ?? new Map(stable.map((table) => [table.name, table.columns]))
    const tables = [...comparedColumns].map(([name, own]) => ({ name, columns: own }))
    return { columns: comparedColumns, contents: await readContents(client, tables) }
  })

/** Returns the tables whose rows differ from `before`, compared by the columns in `before`. */
export async function findChangedTables(url: string, before: Rows): Promise<string[]> {
  const { contents } = await readRows(url, before.columns)
  return Object.keys(before.contents).filter((name) => contents[name] !== before.contents[name])
}

export const countRows = ({ contents }: Rows): number =>
  Object.values(contents).reduce((sum, text) => sum + Number.parseInt(text, 10), 0)
