import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { type Entries, openEntries } from './backupEntries.ts'
import {
  type BackupContents,
  BackupError,
  DAMAGED_MESSAGE,
  FILE_BYTES_MAX,
  FORMAT_VERSION,
  fileIdOf,
  JSON_BYTES_MAX,
  MANIFEST_NAME,
  Manifest,
  OTHER_VERSION_MESSAGE,
  partEntryName,
  TOTALS_NAME,
  Totals,
} from './backupFormat.ts'

export type BackedUpTable = Manifest['tables'][number]
/** Receives the content of a backup, in the order of the archive. */
export type BackupVisitor = {
  start(manifest: Manifest): Promise<void>
  /** Reads the whole text of a table; returns the number of its rows, or undefined if it does not count them. */
  table(table: BackedUpTable, text: AsyncIterable<Buffer>): Promise<number | undefined>
  file(id: string, content: Buffer): Promise<void>
}

/**
 * Passes the content of a backup to `visitor`, piece by piece. The content is verified only when this function returns.
 * An error of the visitor ends the reading.
 * @throws {BackupError} if the backup is damaged or incomplete
 */
export async function readBackup(bytes: Readable, visitor: BackupVisitor): Promise<BackupContents> {
  const entries = await openEntries(bytes)
  try {
    const manifest = await readJson(entries, MANIFEST_NAME, Manifest)
    await visitor.start(manifest)
    const tables: TableDigest[] = []
    for (const table of manifest.tables) tables.push(await readTable(entries, table, visitor))
    const files = await readFiles(entries, visitor)
    const totals = await readJson(entries, TOTALS_NAME, Totals)
    if (entries.name() !== undefined || !matchesTotals(tables, files, totals))
      throw new BackupError(DAMAGED_MESSAGE)
    return { manifest, totals }
  } finally {
    entries.close()
  }
}

async function readJson<T>(entries: Entries, name: string, schema: z.ZodMiniType<T>): Promise<T> {
  if (entries.name() !== name) throw new BackupError(DAMAGED_MESSAGE)
  const text = (await entries.readAll(JSON_BYTES_MAX)).toString()
  await entries.next()
  const parsed = z.safeParse(schema, parseJson(text))
  if (!parsed.success) throw new BackupError(DAMAGED_MESSAGE, { cause: parsed.error })
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    const value = JSON.parse(text)
    if (Number(value?.format) > FORMAT_VERSION) throw new BackupError(OTHER_VERSION_MESSAGE)
    return value
  } catch (error) {
    throw error instanceof BackupError ? error : new BackupError(DAMAGED_MESSAGE, { cause: error })
  }
}

type TableDigest = { name: string; rows: number | undefined; sha256: string }

async function readTable(
  entries: Entries,
  table: BackedUpTable,
  visitor: BackupVisitor,
): Promise<TableDigest> {
  const hash = createHash('sha256')
  async function* text() {
    for (let part = 1; entries.name() === partEntryName(table.name, part); part += 1) {
      for await (const chunk of entries.content()) {
        hash.update(chunk)
        yield chunk
      }
      await entries.next()
    }
  }
  const rows = await visitor.table(table, text())
  return { name: table.name, rows, sha256: hash.digest('hex') }
}

async function readFiles(entries: Entries, visitor: BackupVisitor): Promise<Totals['files']> {
  const hash = createHash('sha256')
  const files = { count: 0, bytes: 0 }
  for (let id = fileIdOf(entries.name() ?? ''); id; id = fileIdOf(entries.name() ?? '')) {
    const content = await entries.readAll(FILE_BYTES_MAX)
    await entries.next()
    hash.update(id).update(content)
    await visitor.file(id, content)
    files.count += 1
    files.bytes += content.length
  }
  return { ...files, sha256: hash.digest('hex') }
}

function matchesTotals(tables: TableDigest[], files: Totals['files'], totals: Totals): boolean {
  const isTableEqual = ({ name, rows, sha256 }: TableDigest, index: number) => {
    const total = totals.tables[index]
    return total?.name === name && total.sha256 === sha256 && (rows ?? total.rows) === total.rows
  }
  const { count, bytes, sha256 } = totals.files
  const areFilesEqual = files.count === count && files.bytes === bytes && files.sha256 === sha256
  return areFilesEqual && tables.length === totals.tables.length && tables.every(isTableEqual)
}
