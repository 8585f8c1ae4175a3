import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connectAlone } from '../client/connectAlone.ts'
import { locks } from '../client/locks.ts'
import type { Files } from '../files/fileStore.ts'
import { applyMigration } from '../schema/migrate.ts'
import { readMigrations, type Table } from '../schema/migrationFiles.ts'
import type { Keys } from '../secrets/keys.ts'
import { COPY_SETTINGS } from './backup.ts'
import { quotedList, type StoredFiles } from './backupArchive.ts'
import { type BackupContents, BackupError, FILES_AT_ONCE, type Totals } from './backupFormat.ts'
import { type BackedUpTable, type BackupVisitor, readBackup } from './backupReader.ts'
import { type EndedWork, endPendingWork } from './endPendingWork.ts'
import { backUpBeforeChange } from './keptBackups.ts'
import { explainRefusal } from './restoreRefusals.ts'
import { dropConstraints, rebuildSchema, splitMigrations } from './restoreSchema.ts'

/** Opens the decrypted backup at its first byte. A restore calls it twice. */
export type OpenBackup = () => Readable
/** The numbers of schools and of accounts in the database before a restore. */
export type ExistingData = { establishments: number; parents: number }
export type RestoreOptions = {
  /** The store to which the backup's files are written. */
  files: StoredFiles & Pick<Files, 'write'>
  keys: Keys
  /** Contains the folder for the backup of the replaced data. */
  dataDir: string
  /** Called if the database contains data; returns whether the data may be replaced. */
  mayReplace(existing: ExistingData): Promise<boolean>
}
/** `replacedBackup` is the path of the backup of the replaced data; undefined if the database was empty. */
export type RestoreResult = BackupContents & EndedWork & { replacedBackup: string | undefined }

/**
 * Reads a whole backup without restoring it, and returns its manifest and totals.
 * @throws {BackupError} if the backup is damaged, or of a newer version or another product
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
 * Replaces the content of the database at `url`, which must have the schema of this version. After an error, the
 * database is unchanged. All sessions end, and waiting mails are deleted.
 * @throws {BackupError} if the backup is damaged or of another version, if its rows break the rules of the database, or
 * if the existing data may not be replaced
 */
export async function restore(
  url: string,
  open: OpenBackup,
  options: RestoreOptions,
): Promise<RestoreResult> {
  await checkBackup(open)
  const client = await connectAlone(url)
  try {
    await client.query('select pg_advisory_lock($1)', [locks.schema])
    const existing = await countExistingData(client)
    const isEmpty = existing.establishments + existing.parents === 0
    if (!isEmpty && !(await options.mayReplace(existing))) throw new BackupError(notEmptyMessage(existing))
    const replacedBackup = isEmpty
      ? undefined
      : await backUpBeforeChange(client, options.dataDir, options.files)
    await client.query(`begin; ${COPY_SETTINGS}; set local lock_timeout = '10s'`)
    await lockTables(client, existing)
    const restored = await replaceContent(client, open, options)
    await client.query('commit')
    // Updates the statistics, so that the first calls get good query plans.
    await client.query(`analyze ${quotedList(currentTables().map(({ name }) => name))}`)
    return { ...restored, replacedBackup }
  } catch (error) {
    throw explainRefusal(error)
  } finally {
    await client.end() // closing the connection rolls back an open transaction
  }
}

const notEmptyMessage = ({ establishments, parents }: ExistingData) =>
  `la base de datos no está vacía (establecimientos: ${establishments}, cuentas de apoderados: ${parents})`

const currentTables = (): Table[] => readMigrations().at(-1)?.tables() ?? []

async function countExistingData(client: pg.Client): Promise<ExistingData> {
  const { rows } = await client.query<ExistingData>(
    `select (select count(*)::int from establishments) as establishments,
      (select count(*)::int from parents) as parents`,
  )
  return rows[0] as ExistingData
}

/** Locks all tables. @throws {BackupError} if the numbers in `existing` have changed */
async function lockTables(client: pg.Client, existing: ExistingData): Promise<void> {
  await client.query(
    `lock table ${quotedList(currentTables().map(({ name }) => name))} in access exclusive mode`,
  )
  const now = await countExistingData(client)
  if (now.establishments !== existing.establishments || now.parents !== existing.parents)
    throw new BackupError('los datos cambiaron mientras tanto: detenga la aplicación e inténtelo de nuevo')
}

/** Replaces all tables with those of the backup in the caller's transaction, and writes the backup's files. */
async function replaceContent(
  client: pg.Client,
  open: OpenBackup,
  { files, keys }: RestoreOptions,
): Promise<BackupContents & EndedWork> {
  let recreateConstraints = async () => {}
  const writes = limitConcurrency(FILES_AT_ONCE)
  const visitor: BackupVisitor = {
    async start(manifest) {
      const { past } = splitMigrations(manifest)
      await rebuildSchema(client, currentTables(), past)
      recreateConstraints = await dropConstraints(client, past.at(-1)?.tables() ?? [])
    },
    table: (table, text) => copyTable(client, table, text),
    file: (id, content) => writes.add(files.write(id, content)),
  }
  const contents = await readBackup(open(), visitor)
  await writes.end()
  const { past, newer } = splitMigrations(contents.manifest)
  await recreateConstraints()
  for (const table of past.at(-1)?.tables() ?? []) await continueNumbering(client, table, contents.totals)
  for (const migration of newer) await applyMigration(client, migration)
  return { ...contents, ...(await endPendingWork(client, keys)) }
}

async function copyTable(
  client: pg.Client,
  { name, columns }: BackedUpTable,
  text: AsyncIterable<Buffer>,
): Promise<number> {
  // `freeze` is allowed because this transaction created the table: no other transaction has seen it empty.
  const copy = copyFrom(`copy ${quotedList([name])} (${quotedList(columns)}) from stdin with (freeze)`)
  await pipeline(text, client.query(copy))
  return copy.rowCount
}

/**
 * Lets up to `count` writes run at the same time: `add` waits while there are more, `end` until all have ended. A
 * failed write makes a later call of `add` or `end` throw.
 */
function limitConcurrency(count: number) {
  const running: Promise<void>[] = []
  return {
    async add(work: Promise<void>) {
      work.catch(() => {}) // `add` or `end` reports the error later
      running.push(work)
      if (running.length >= count) await running.shift()
    },
    end: () => Promise.all(running),
  }
}

/** Makes a table's generated ids continue after the last id of the backup, so that a deleted row's id is not reused. */
async function continueNumbering(
  client: pg.Client,
  { name, identityColumn }: Table,
  { tables }: Totals,
): Promise<void> {
  if (!identityColumn) return
  const last_id = tables.find((table) => table.name === name)?.last_id ?? 0
  await client.query(
    `select setval(pg_get_serial_sequence($1, $2), last) from
      (select greatest($3::bigint, max(${quotedList([identityColumn])})) as last from ${quotedList([name])}) as numbers where last > 0`,
    [quotedList([name]), identityColumn, last_id],
  )
}
