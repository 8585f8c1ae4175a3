import { settleEmailChanges } from '@apoderados/core/accounts/emailChanges'
import type { Queryable } from '@apoderados/core/db/client/open'
import type { LoadId } from '@apoderados/core/loads/loadId'
import { readUndoRefusal } from '@apoderados/core/loads/undoRefusal'
import { appendChanges, logColumns } from '@apoderados/core/students/changeLog'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { NEWS_SETTINGS_KIND } from './changeLog/changeLog.ts'
import { counted } from './counted.ts'
import { Refusal } from './explain.ts'
import type { Merge } from './merges/defineMerge.ts'
import { merges } from './merges/merges.ts'

/** The part of a merge that an undo needs. */
type Target = Pick<Merge, 'name' | 'table' | 'swapped'> & { key: string[]; columns: string[] }

const newsSettingsTarget: Target = {
  name: NEWS_SETTINGS_KIND,
  table: 'news_settings',
  key: ['establishment_id', 'kind'],
  columns: ['since'],
}
const targets: Target[] = [
  ...merges.map(({ name, table, swapped, key, identity = key, values, end = {} }) => ({
    name,
    table,
    key: identity,
    columns: Object.keys({ ...values, ...end }),
    ...(swapped && { swapped }),
  })),
  newsSettingsTarget,
]

/** Who undoes a load: the name for the history, the detail of audit lines, and what writes the undo's own line. */
export type Undoer = {
  name: string | null
  detail: Record<string, unknown>
  audit(transaction: Queryable): Promise<void>
}

const entriesOf = ({ establishment_id, load_id }: LoadId, { name }: Target, condition: string) =>
  `(select entry from load_changes recorded cross join lateral jsonb_array_elements(recorded.rows) entry
    where recorded.establishment_id = ${establishment_id} and recorded.load_id = ${load_id}
      and recorded.kind = '${name}' and ${condition})`

const IS_DELETED = `not entry ? 'n'`
const HAS_KEY = `entry ? 'k'`

const isSameRow = ({ key }: Target, one: string, other: string) =>
  key.map((name) => `${one}.${name} = ${other}.${name}`).join(' and ')
const rowOf = ({ table }: Target, base: string, json: string) =>
  `lateral jsonb_populate_record(${base === '' ? `null::${table}` : base}, ${json})`

/** Returns the number of rows of a kind that are not as the load left them. */
async function countLaterChanges(client: pg.ClientBase, load: LoadId, target: Target): Promise<number> {
  const written = `(coalesce(entry->'k', '{}') || (entry->'n'))`
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from ${entriesOf(load, target, `entry ? 'n'`)} entries
    cross join ${rowOf(target, '', written)} known
    left join ${target.table} live on ${isSameRow(target, 'live', 'known')}
    where to_jsonb(live) @> ${written} is not true`,
  )
  return Number(rows[0]?.count)
}

/**
 * Returns why the data of a load prevents its undo: rows that were changed afterwards, or an account whose owner has
 * signed in with the e-mail that the load wrote.
 */
export async function findDependents(client: pg.ClientBase, load: LoadId): Promise<string | undefined> {
  for (const target of targets) {
    const changed = await countLaterChanges(client, load, target)
    if (changed > 0)
      return `Después cambiaron ${counted(changed, 'dato', 'datos')} de ${target.name} que esta carga escribió`
  }
  const used = await client.query(
    `select from (${emailChangesSql(load)}) moved join parents on parents.id = moved.parent_id
    where parents.last_login_at is not null or parents.password_hash is not null`,
  )
  if (used.rowCount) return 'Ya ingresó un apoderado con el correo que esta carga escribió'
  return undefined
}

const emailChangesSql = (load: LoadId) => {
  const target = targets.find(({ name }) => name === 'apoderados') as Target
  return `select (entry->'k'->>'id')::float8 as parent_id, entry->'n'->>'email' as old_email
    from ${entriesOf(load, target, `${HAS_KEY} and entry->'o' ? 'email'`)} entries`
}

/** PostgreSQL's codes for a row that others refer to, and for a value that another row has taken. */
const DEPENDENCE_CODES = new Set(['23503', '23505'])

/**
 * Writes back what the load found, in one transaction: changed and deleted rows get their values before it, added rows
 * are deleted. News that families do not know yet are withdrawn by their contrary, and the others get a correction. The
 * caller holds the import lock. @throws {Refusal} with the reason if something depends on the load
 */
export async function undoLoad(client: pg.ClientBase, load: LoadId, undoer: Undoer): Promise<void> {
  await client.query('begin')
  try {
    await client.query('select from loads where establishment_id = $1 and id = $2 for update', [
      load.establishment_id,
      load.load_id,
    ])
    const db = drizzle({ client: client as pg.Client })
    const reason = (await readUndoRefusal(db, load)) ?? (await findDependents(client, load))
    if (reason !== undefined) throw new Refusal(`No se puede deshacer: ${reason}.`)
    await withdrawNotifications(client, load)
    await removeInvitations(client, load)
    const emails = await client.query<{ parent_id: number; old_email: string }>(emailChangesSql(load))
    for (const target of targets.toReversed()) await restoreRows(client, load, target)
    for (const target of targets) await insertDeletedRows(client, load, target)
    const { establishment_id } = load
    await settleEmailChanges(db, emails.rows, { establishment_id, detail: undoer.detail })
    await appendContraryNews(client, load)
    await client.query(
      `update loads set state = 'undone', undone_at = clock_timestamp(), changed_at = clock_timestamp(),
        undone_by = $3 where establishment_id = $1 and id = $2`,
      [load.establishment_id, load.load_id, undoer.name],
    )
    await undoer.audit(db)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (DEPENDENCE_CODES.has((error as { code?: string }).code ?? ''))
      throw new Refusal('No se puede deshacer: otros datos ya dependen de lo que esta carga agregó.', {
        cause: error,
      })
    throw error
  }
}

/** Deletes the added rows of a kind, and gives the changed ones their values before the load. */
async function restoreRows(client: pg.ClientBase, load: LoadId, target: Target): Promise<void> {
  const { table, columns, swapped } = target
  await client.query(
    `delete from ${table} live using ${entriesOf(load, target, `not ${HAS_KEY} and entry ? 'n'`)} entries
    cross join ${rowOf(target, '', `entry->'n'`)} known where ${isSameRow(target, 'live', 'known')}`,
  )
  if (swapped) {
    const { column, temporary } = swapped
    await client.query(
      `update ${table} live set ${column} = ${temporary}
      from ${entriesOf(load, target, `${HAS_KEY} and entry->'o' ? '${column}'`)} entries
      cross join ${rowOf(target, '', `entry->'k'`)} known where ${isSameRow(target, 'live', 'known')}`,
    )
  }
  // A row that ended may have another entry because it also changed, and one statement writes a row only once.
  for (const action of ['changed', 'ended']) {
    await client.query(
      `update ${table} live set ${columns.map((name) => `${name} = earlier.${name}`).join(', ')}
      from ${entriesOf(load, target, `${HAS_KEY} and recorded.action = '${action}'`)} entries
      cross join ${rowOf(target, '', `entry->'k'`)} known
      join ${table} found on ${isSameRow(target, 'found', 'known')}
      cross join ${rowOf(target, 'found', `entry->'o'`)} earlier
      where ${isSameRow(target, 'live', 'known')}`,
    )
  }
}

/** Inserts the rows that the load deleted, with their ids. */
const insertDeletedRows = (client: pg.ClientBase, load: LoadId, target: Target) =>
  client.query(
    `insert into ${target.table} overriding system value
    select earlier.* from ${entriesOf(load, target, IS_DELETED)} entries
    cross join ${rowOf(target, '', `entry->'o'`)} earlier`,
  )

/** Removes the load's news from the queues: neither due nor queued notifications tell them. */
async function withdrawNotifications(client: pg.ClientBase, load: LoadId): Promise<void> {
  const ids = [load.establishment_id, load.load_id]
  await client.query(
    `delete from due_news using changes change
    where change.establishment_id = $1 and change.load_id = $2
      and due_news.establishment_id = change.establishment_id and due_news.change_id = change.id`,
    ids,
  )
  await client.query(
    `update pushes set change_ids = array(select id from unnest(change_ids) id where not exists (
      select from changes change where change.establishment_id = $1 and change.load_id = $2 and change.id = id))
    where establishment_id = $1 and tries = 0`,
    ids,
  )
  await client.query(`delete from pushes where establishment_id = $1 and change_ids = '{}'`, [
    load.establishment_id,
  ])
}

/** Removes the one-time passwords that the load gave and nobody has used, with their mails that wait. */
async function removeInvitations(client: pg.ClientBase, load: LoadId): Promise<void> {
  const invited = `select unnest(invited_ids) from loads where establishment_id = $1 and id = $2`
  const ids = [load.establishment_id, load.load_id]
  await client.query(`delete from invitations where parent_id in (${invited})`, ids)
  await client.query(
    `delete from mails where kind = 'invitation' and sent_at is null and parent_id in (${invited})`,
    ids,
  )
}

/** Appends the contrary of each change of the load. Those about deleted rows were deleted with them. */
async function appendContraryNews(client: pg.ClientBase, load: LoadId): Promise<void> {
  const contrary: Partial<Record<string, string>> = { old_value: 'new_value', new_value: 'old_value' }
  const columns = Object.keys(logColumns).map((name) => `${contrary[name] ?? name} as ${name}`)
  await appendChanges(
    drizzle({ client: client as pg.Client }),
    sql.raw(`select ${columns.join(', ')} from changes
      where establishment_id = ${load.establishment_id} and load_id = ${load.load_id}`),
  )
}
