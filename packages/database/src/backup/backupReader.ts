import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { type Entries, openEntries } from './backupEntries.ts'
import {
  type BackupContents,
  BackupError,
  DAMAGED,
  FILE_BYTES_MAX,
  FORMAT,
  fileIdOf,
  MANIFEST,
  Manifest,
  OTHER_VERSION,
  partName,
  TEXT_BYTES_MAX,
  TOTALS,
  Totals,
} from './backupFormat.ts'

export type BackedUpTable = Manifest['tables'][number]
export type Visitor = {
  start(manifest: Manifest): Promise<void>
  /** Consumes the table's whole COPY text; returns the number of rows, or undefined if it does not count them. */
  table(table: BackedUpTable, text: AsyncIterable<Buffer>): Promise<number | undefined>
  file(id: string, content: Buffer): Promise<void>
}

/**
 * Passes the content of a backup to `visitor`, piece by piece. The content is verified only when this function
 * returns. An error of the visitor aborts the reading.
 * @throws {BackupError} if the backup is damaged or incomplete
 */
export async function readBackup(bytes: Readable, visitor: Visitor): Promise<BackupContents> {
  const entries = await openEntries(bytes)
  try {
    const manifest = await readText(entries, MANIFEST, Manifest)
    await visitor.start(manifest)
    const tables: TableDigest[] = []
    for (const table of manifest.tables) tables.push(await readTable(entries, table, visitor))
    const files = await readFiles(entries, visitor)
    const totals = await readText(entries, TOTALS, Totals)
    if (entries.name() !== undefined || !matchesTotals(tables, files, totals)) throw new BackupError(DAMAGED)
    return { manifest, totals }
  } finally {
    entries.close()
  }
}

async function readText<T>(entries: Entries, name: string, schema: z.ZodMiniType<T>): Promise<T> {
  if (entries.name() !== name) throw new BackupError(DAMAGED)
  const text = (await entries.readAll(TEXT_BYTES_MAX)).toString()
  await entries.next()
  const parsed = z.safeParse(schema, parseJson(text))
  if (!parsed.success) throw new BackupError(DAMAGED, { cause: parsed.error })
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    const value = JSON.parse(text)
    if (Number(value?.format) > FORMAT) throw new BackupError(OTHER_VERSION)
    return value
  } catch (error) {
    throw error instanceof BackupError ? error : new BackupError(DAMAGED, { cause: error })
  }
}

type TableDigest = { name: string; rows: number | undefined; sha256: string }

async function readTable(entries: Entries, table: BackedUpTable, visitor: Visitor): Promise<TableDigest> {
  const hash = createHash('sha256')
  async function* text() {
    for (let part = 1; entries.name() === partName(table.name, part); part += 1) {
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

async function readFiles(entries: Entries, visitor: Visitor): Promise<Totals['files']> {
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
