import { createMigrationTables } from '@apoderados/database/schema/appliedMigrations'
import { applyMigration } from '@apoderados/database/schema/migrate'
import { type Migration, readMigrations, type Table } from '@apoderados/database/schema/migrationFiles'
import { withClient } from '@apoderados/server/testing/client'
import { readContents, readSchema } from '@apoderados/server/testing/database/databaseState'
import type pg from 'pg'

export function urlOfDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

const newestTables = (migrations: Migration[]) => migrations.at(-1)?.tables() ?? []

/** Returns the tables and columns of a version that still exist in the newest one. */
function commonTables(tables: Table[], last: Table[]): { name: string; columns: string[] }[] {
  return tables.flatMap(({ name, columns }) => {
    const newestTable = last.find((table) => table.name === name)
    return newestTable
      ? [{ name, columns: columns.filter((column) => newestTable.columns.includes(column)) }]
      : []
  })
}

/** A template database with the schema of one version of the migrations; `name` is the name of the database. */
export type TemplateDatabase = {
  name: string
  tables: { name: string; columns: string[] }[]
  schema: string
  contents: string
}

export const schemaText = async (client: pg.Client) => JSON.stringify(await readSchema(client))
export const contentsText = async (client: pg.Client, { tables }: Pick<TemplateDatabase, 'tables'>) =>
  JSON.stringify(await readContents(client, tables))

async function copyRows(
  client: pg.Client,
  source: pg.Client,
  tables: TemplateDatabase['tables'],
): Promise<void> {
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

/** Replaces values that earlier versions could not store, or that a starting server would change. */
const REPLACE_UNSUPPORTED_VALUES = `update parents set password_hash = 'none' where password_hash is null;
  update mails set sent_at = now(), seed = null where sent_at is null`

/**
 * Adds rows to the tables whose rows expire; these are valid for ten minutes at least, so that no server removes them.
 */
const ADD_SHORT_LIVED_ROWS = `create temporary table chosen as select id from parents where is_active order by id limit 20;
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

/** Adds electives, because the demo school has none. */
const ADD_ELECTIVES = `insert into elective_enrollments (establishment_id, enrollment_id, course_subject_id)
  select place.establishment_id, place.id, subject.id from enrollments place
  join course_subjects subject on subject.establishment_id = place.establishment_id and subject.course_id = place.course_id
  order by place.id, subject.id limit 20`

const ADD_CLOSURES = `insert into closures (establishment_id, starts_on, ends_on, name)
  select id, date '2026-05-22', date '2026-05-22', 'Interferiado' from establishments on conflict do nothing`

/**
 * Adds rows to the tables of news, notification settings and calendar addresses. Queued news are due tomorrow, so that
 * no server sends and removes them.
 */
const ADD_NEWS = `create temporary table links as
    select parent_id, establishment_id, student_id from student_parents where has_access order by 1, 2, 3 limit 20;
  insert into notification_settings (parent_id, digest) select distinct parent_id, 'daily' from links on conflict do nothing;
  update notification_settings set digest = 'never' where digest is null;
  insert into muted_news (parent_id, establishment_id, student_id, kind)
    select parent_id, establishment_id, student_id, 'grade' from links on conflict do nothing;
  insert into news_reads (parent_id, establishment_id, student_id, kind, read_until)
    select parent_id, establishment_id, student_id, 'grade', now() from links on conflict do nothing;
  insert into calendar_feeds (parent_id, establishment_id, student_id, secret_hash)
    select parent_id, establishment_id, student_id, md5(parent_id || ' ' || student_id) from links on conflict do nothing;
  insert into digests (parent_id, day, mail_id, since, until)
    select distinct parent_id, current_date, md5('digest ' || parent_id), now() - interval '1 day', now() from links;
  insert into due_news (establishment_id, change_id, published_at)
    select establishment_id, id, now() + interval '1 day' from changes order by id limit 20 on conflict do nothing;
  insert into pushes (session_id, establishment_id, student_id, kind, change_ids, due_at)
    select sessions.id, establishment_id, student_id, 'grade', '{1}', now() + interval '1 day'
    from links join sessions on sessions.id = md5('session ' || links.parent_id);
  drop table links`

/** Returns the names of the tables without rows, which could not show a loss. */
export const emptyTables = (contents: Record<string, string>): string[] =>
  Object.keys(contents).filter((name) => contents[name]?.startsWith('0 '))

/** Adds rows to the tables that are empty in the demo. @throws if a table still has no row */
async function fillSource(source: pg.Client, tables: TemplateDatabase['tables']): Promise<void> {
  await source.query(REPLACE_UNSUPPORTED_VALUES)
  await source.query(ADD_SHORT_LIVED_ROWS)
  await source.query(ADD_ELECTIVES)
  await source.query(ADD_CLOSURES)
  await source.query(ADD_NEWS)
  const empty = emptyTables(await readContents(source, tables))
  if (empty.length > 0) throw new Error(`the template databases have empty tables: ${empty.join(', ')}`)
}

/**
 * Fills the empty tables of the database at `url`, and copies its rows into a new template database for each version of
 * the schema, from the oldest to the newest.
 */
export async function createTemplateDatabases(url: string): Promise<TemplateDatabase[]> {
  const migrations = readMigrations()
  return withClient(url, async (source) => {
    await fillSource(source, newestTables(migrations))
    const templates: TemplateDatabase[] = []
    for (let count = 1; count <= migrations.length; count += 1) {
      const name = `version_${count}`
      await source.query(`create database ${name}`)
      const tables = commonTables(migrations[count - 1]?.tables() ?? [], newestTables(migrations))
      const template = await withClient(urlOfDatabase(url, name), async (client) => {
        await createMigrationTables(client)
        for (const migration of migrations.slice(0, count)) await applyMigration(client, migration)
        await copyRows(client, source, tables)
        const [schema, contents] = [await schemaText(client), await contentsText(client, { tables })]
        return { name, tables, schema, contents }
      })
      templates.push(template)
    }
    return templates
  })
}
