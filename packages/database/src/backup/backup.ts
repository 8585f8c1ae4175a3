import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { type Pack, pack } from 'tar-stream'
import databasePackage from '../../package.json' with { type: 'json' }
import { writeFileAtomic } from '../files/atomicFile.ts'
import { readState } from '../schema/appliedMigrations.ts'
import { addFiles, addJson, addTable, type StoredFiles } from './backupArchive.ts'
import {
  type BackupContents,
  BackupError,
  FORMAT_VERSION,
  MANIFEST_NAME,
  type Manifest,
  TOTALS_NAME,
  type Totals,
} from './backupFormat.ts'

type ByteStream = AsyncIterable<Uint8Array>
export type BackupOptions = {
  /** The stored files to include; if undefined, the backup contains only the database. */
  files?: StoredFiles
  /** Encrypts the backup's bytes; if undefined, the backup is not encrypted. */
  encrypt?: (plaintext: ByteStream) => ByteStream
}
/** A written backup: its contents, the path of its file and the file's size in bytes. */
export type Backup = BackupContents & { path: string; bytes: number }

/** Statements that make the text of a row the same on every server, and disable time limits, for one transaction. */
export const COPY_SETTINGS = Object.entries({
  datestyle: 'ISO, YMD',
  timezone: 'UTC',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: 1,
  statement_timeout: 0,
  idle_in_transaction_session_timeout: 0,
})
  .map(([name, value]) => `set local ${name} = '${value}'`)
  .join('; ')

/**
 * Writes all tables, as of one moment, and the stored files into one new file that only this user can read
 * (docs/decisions/0019). It blocks no other transaction. After an error, `client` can only be closed.
 * @throws {BackupError} if the schema is of a newer version
 */
export function backUp(client: pg.Client, path: string, options: BackupOptions = {}): Promise<Backup> {
  return writeFileAtomic(path, async (file) => {
    const archive = pack()
    const written = writeEntries(archive, client, options.files)
    archive.on('error', () => {}) // the pipeline reports the error
    written.catch((error) => archive.destroy(error))
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const { encrypt = (plaintext: ByteStream) => plaintext } = options
    await pipeline(Readable.from(archive, { objectMode: false }), compress, encrypt, file)
    return { path, bytes: file.bytesWritten, ...(await written) }
  })
}

async function writeEntries(archive: Pack, client: pg.Client, files: StoredFiles | undefined) {
  await client.query(`begin isolation level repeatable read, read only; ${COPY_SETTINGS}`)
  const { applied, isNewer } = await readState(client)
  const tables = applied.at(-1)?.tables() // without what unknown additive migrations have added
  if (isNewer || !tables) throw new BackupError('la base de datos es de otra versión de Apoderados')
  const manifest: Manifest = {
    format: FORMAT_VERSION,
    product_version: databasePackage.version,
    created_at: new Date().toISOString(),
    migrations: applied.map(({ at, hash }) => ({ at, hash })),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    holds_files: files !== undefined,
  }
  await addJson(archive, MANIFEST_NAME, manifest)
  const totals: Totals['tables'] = []
  for (const table of tables) totals.push(await addTable(archive, client, table))
  await client.query('commit')
  const allTotals: Totals = { tables: totals, files: await addFiles(archive, files) }
  await addJson(archive, TOTALS_NAME, allTotals)
  archive.finalize()
  return { manifest, totals: allTotals }
}
