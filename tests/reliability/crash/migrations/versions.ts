import { applyMigration } from '@apoderados/database/schema/migrate'
import { type Migration, readMigrations, type Table } from '@apoderados/database/schema/migrationFiles'
import { withClient } from '@apoderados/server/testing/client'
import { readContents, readSchema } from '@apoderados/server/testing/database/databaseState'
import type pg from 'pg'

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
  update mails set sent_at = now(), seed = null where sent_at is null`

/** Of what comes and goes some that lives on, as long as a server that starts lets it: ten minutes at least. */
const SHORT_LIVED = `create temporary table chosen as select id from parents where is_active order by id limit 20;
  insert into sessions (id, parent_id, client, expires_at)
    select md5('session ' || id), id, 'native', now() + interval '30 days' from chosen;
  insert into push_tokens (token_hash, token, session_id, saved_at)
    select md5('token ' || id), 'token ' || id, md5('session ' || id), now() from chosen;
  insert into recovery_codes (account, parent_id, code, expires_at)
    select 'account ' || id, id, 'code ' || id, now() from chosen;
  insert into invitations (parent_id, seed, code, expires_at)
    select id, 'seed ' || id, 'code ' || id, now() from chosen on conflict do nothing;
  insert into attempts (key, moments, last_at) select 'attempt ' || id, array[now()], now() from chosen;
  insert into known_devices (device, parent_id) select 'device ' || id, id from chosen;
  insert into mails (id, parent_id, kind, expires_at, sent_at)
    select md5('mail ' || id), id, 'password_changed', now() + interval '1 day', now() from chosen;
  insert into audit_log (action, parent_id) select 'login', id from chosen;
  update recovery_codes set expires_at = now() + interval '650 seconds';
  update invitations set expires_at = now() + interval '14 days';
  update attempts set last_at = now();
  drop table chosen`

/** The demo school has no electives. */
const ELECTIVES = `insert into elective_enrollments (establishment_id, enrollment_id, course_subject_id)
  select place.establishment_id, place.id, subject.id from enrollments place
  join course_subjects subject on subject.establishment_id = place.establishment_id and subject.course_id = place.course_id
  order by place.id, subject.id limit 20`

/** Tables of which nothing could be lost, by what is said of their contents. */
export const emptyIn = (contents: Record<string, string>): string[] =>
  Object.keys(contents).filter((name) => contents[name]?.startsWith('0 '))

/** @throws for a table without a row */
async function fillSource(source: pg.Client, tables: Version['tables']): Promise<void> {
  await source.query(SETTLED)
  await source.query(SHORT_LIVED)
  await source.query(ELECTIVES)
  const empty = emptyIn(await readContents(source, tables))
  if (empty.length > 0) throw new Error(`versions are tried with empty tables: ${empty.join(', ')}`)
}

/** The database of each version with the rows of the school at `url`, the oldest first and the newest last. */
export async function makeVersions(url: string): Promise<Version[]> {
  const migrations = readMigrations()
  return withClient(url, async (source) => {
    await fillSource(source, newest(migrations))
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
