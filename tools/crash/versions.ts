import type pg from 'pg'
import { applyMigration } from '../../apps/server/src/db/migrate.ts'
import { type Migration, readMigrations, type Table } from '../../apps/server/src/db/migrationFiles.ts'
import { withClient } from '../../apps/server/src/testing/client.ts'
import { readContents, readSchema } from '../../apps/server/src/testing/databaseState.ts'

export function named(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

const newest = (migrations: Migration[]) => migrations.at(-1)?.tables() ?? []

/** Of a version's tables what is still there in the newest one. */
function keptOf(tables: Table[], last: Table[]): { name: string; columns: string[] }[] {
  return tables.flatMap(({ name, columns }) => {
    const now = last.find((table) => table.name === name)
    return now ? [{ name, columns: columns.filter((column) => now.columns.includes(column)) }] : []
  })
}

/** As a version made it: `name` is its database, which is a template and never changed. */
export type Version = {
  name: string
  tables: { name: string; columns: string[] }[]
  schema: string
  contents: string
}

export const schemaText = async (client: pg.Client) => JSON.stringify(await readSchema(client))
export const contentsText = async (client: pg.Client, { tables }: Pick<Version, 'tables'>) =>
  JSON.stringify(await readContents(client, tables))

async function fill(client: pg.Client, source: pg.Client, tables: Version['tables']): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (const { name, columns } of tables) {
    const list = columns.map((column) => `"${column}"`).join(', ')
    const { rows } = await source.query(
      `select coalesce(json_agg(r), '[]')::text as text from (select ${list} from ${name}) r`,
    )
    await client.query(
      `insert into ${name} (${list}) overriding system value
        select ${list} from json_populate_recordset(null::${name}, $1)`,
      [rows[0].text],
    )
  }
  await client.query('set session_replication_role = origin')
}

/** What earlier versions could not hold, or what a server that starts would see to. */
const SETTLED = `update parents set password_hash = 'none' where password_hash is null;
  update mails set sent_at = now(), seed = null where sent_at is null;
  delete from recovery_codes; delete from invitations; delete from attempts; delete from login_failures;
  delete from push_tokens; delete from sessions`

/** The database of each version with the rows of the school at `url`, the oldest first and the newest last. */
export async function makeVersions(url: string): Promise<Version[]> {
  const migrations = readMigrations()
  return withClient(url, async (source) => {
    await source.query(SETTLED)
    const versions: Version[] = []
    for (let count = 1; count <= migrations.length; count += 1) {
      const name = `version_${count}`
      await source.query(`create database ${name}`)
      const tables = keptOf(migrations[count - 1]?.tables() ?? [], newest(migrations))
      const version = await withClient(named(url, name), async (client) => {
        await client.query('create table migrations (at bigint primary key, hash text not null)')
        for (const migration of migrations.slice(0, count)) await applyMigration(client, migration)
        await fill(client, source, tables)
        const [schema, contents] = [await schemaText(client), await contentsText(client, { tables })]
        return { name, tables, schema, contents }
      })
      versions.push(version)
    }
    return versions
  })
}
