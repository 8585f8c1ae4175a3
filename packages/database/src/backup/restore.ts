import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { databaseLimits } from '../client/limits.ts'
import { locks } from '../client/locks.ts'
import type { Files } from '../files/fileStore.ts'
import { applyMigration } from '../schema/migrate.ts'
import { readMigrations, type Table } from '../schema/migrationFiles.ts'
import type { Keys } from '../secrets/keys.ts'
import { COPY_SETTINGS } from './backup.ts'
import { quoted, type StoredFiles } from './backupArchive.ts'
import { BackupError, FILES_AT_ONCE, type Manifest, type Totals } from './backupFormat.ts'
import { type BackedUpTable, readBackup, type Visitor } from './backupReader.ts'
import { keepBackup } from './keptBackups.ts'
import { explainRefusal } from './restoreRefusals.ts'
import { dropConstraints, rebuildSchema, splitMigrations } from './restoreSchema.ts'
import { type Ended, endWhatWasUnderWay } from './restoreSettle.ts'

/** The backup from its first byte on, decrypted; asked for twice. */
export type OpenBackup = () => Readable
export type Held = { establishments: number; parents: number }
export type RestoreOptions = {
  files: StoredFiles & Pick<Files, 'write'>
  keys: Keys
  dataDir: string
  /** Whether what the database holds may be replaced; asked when it holds anything. */
  mayReplace(held: Held): Promise<boolean>
}
/** `kept`: where the backup of what was replaced lies. */
export type Restored = BackupContents & Ended & { kept: string | undefined }
export type BackupContents = { manifest: Manifest; totals: Totals }

/**
 * Reads all of a backup without using it.
 * @throws {BackupError} when any of it is not as it was written, or not of this version or one before
 */
export async function checkBackup(open: OpenBackup): Promise<BackupContents> {
  return readBackup(open(), {
    start: async (manifest) => void splitMigrations(manifest),
    async table(_table, text) {
      for await (const _chunk of text);
      return undefined
    },
    file: async () => {},
  })
}

/**
 * Puts the backup in the place of what the database at `url`, migrated already, holds: all of it or, after an error,
 * nothing. Sessions end, and so does what was under way by mail.
 * @throws {BackupError}
 */
export async function restore(url: string, open: OpenBackup, options: RestoreOptions): Promise<Restored> {
  await checkBackup(open)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: databaseLimits.databaseCommandAcquireMs,
  })
  client.on('error', () => {}) // the statement under way tells it
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [locks.schema])
    const held = await countHeld(client)
    const isEmpty = held.establishments + held.parents === 0
    if (!isEmpty && !(await options.mayReplace(held))) throw new BackupError(notEmpty(held))
    const kept = isEmpty ? undefined : await keepBackup(client, options.dataDir, options.files)
    await client.query(`begin; ${COPY_SETTINGS}; set local lock_timeout = '10s'`)
    await lockUnchanged(client, held)
    const restored = await replace(client, open, options)
    await client.query('commit')
    await client.query(`analyze ${quoted(oursNow().map(({ name }) => name))}`) // so that the first calls are planned well
    return { ...restored, kept }
  } catch (error) {
    throw explainRefusal(error)
  } finally {
    await client.end() // which undoes what was not committed
  }
}

const notEmpty = ({ establishments, parents }: Held) =>
  `la base de datos no está vacía (establecimientos: ${establishments}, cuentas de apoderados: ${parents})`

const oursNow = (): Table[] => readMigrations().at(-1)?.tables() ?? []

async function countHeld(client: pg.Client): Promise<Held> {
  const { rows } = await client.query<Record<keyof Held, string>>(
    `select (select count(*) from establishments) as establishments, (select count(*) from parents) as parents`,
  )
  return { establishments: Number(rows[0]?.establishments), parents: Number(rows[0]?.parents) }
}

async function lockUnchanged(client: pg.Client, held: Held): Promise<void> {
  await client.query(`lock table ${quoted(oursNow().map(({ name }) => name))} in access exclusive mode`)
  const now = await countHeld(client)
  if (now.establishments !== held.establishments || now.parents !== held.parents)
    throw new BackupError('los datos cambiaron mientras tanto: detenga la aplicación e inténtelo de nuevo')
}

async function replace(
  client: pg.Client,
  open: OpenBackup,
  { files, keys }: RestoreOptions,
): Promise<BackupContents & Ended> {
  let recreateConstraints = async () => {}
  const writes = someAtOnce(FILES_AT_ONCE)
  const visitor: Visitor = {
    async start(manifest) {
      const { past } = splitMigrations(manifest)
      await rebuildSchema(client, oursNow(), past)
      recreateConstraints = await dropConstraints(client, past.at(-1)?.tables() ?? [])
    },
    table: (table, text) => copyIn(client, table, text),
    file: (id, content) => writes.add(files.write(id, content)),
  }
  const contents = await readBackup(open(), visitor)
  await writes.end()
  const { past, coming } = splitMigrations(contents.manifest)
  await recreateConstraints()
  for (const table of past.at(-1)?.tables() ?? []) await goOnNumbering(client, table, contents.totals)
  for (const migration of coming) await applyMigration(client, migration)
  return { ...contents, ...(await endWhatWasUnderWay(client, keys)) }
}

async function copyIn(
  client: pg.Client,
  { name, columns }: BackedUpTable,
  text: AsyncIterable<Buffer>,
): Promise<number> {
  // Frozen: made in this transaction, so that nobody else can have seen the table without its rows.
  const copy = copyFrom(`copy ${quoted([name])} (${quoted(columns)}) from stdin with (freeze)`)
  await pipeline(text, client.query(copy))
  return copy.rowCount
}

/** Lets work go on while so many are under way; the first that failed is told at the next step. */
function someAtOnce(count: number) {
  const underWay: Promise<void>[] = []
  return {
    async add(work: Promise<void>) {
      work.catch(() => {}) // told when its turn comes
      underWay.push(work)
      if (underWay.length >= count) await underWay.shift()
    },
    end: () => Promise.all(underWay),
  }
}

/** Where it was, or later: the number of a row that is gone is not given to another. */
async function goOnNumbering(
  client: pg.Client,
  { name, numbered }: Table,
  { tables }: Totals,
): Promise<void> {
  if (!numbered) return
  const last_id = tables.find((table) => table.name === name)?.last_id ?? 0
  await client.query(
    `select setval(pg_get_serial_sequence($1, $2), last) from
      (select greatest($3::bigint, max(${quoted([numbered])})) as last from ${quoted([name])}) as numbers where last > 0`,
    [quoted([name]), numbered, last_id],
  )
}
