import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Pack } from 'tar-stream'
import type { Files } from '../files/fileStore.ts'
import type { Table } from '../schema/migrationFiles.ts'
import { FILES_AT_ONCE, fileEntryName, partEntryName, type TableTotal, type Totals } from './backupFormat.ts'

/** The approximate size of a part of a table. A tar entry begins with its size, so it must fit into memory. */
const PART_BYTES = 2 ** 20

export type StoredFiles = Pick<Files, 'read' | 'list'>

export const quotedList = (names: string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ')

async function addEntry(archive: Pack, name: string, content: Buffer): Promise<void> {
  const entry = archive.entry({ name, size: content.length, mode: 0o600 })
  entry.end(content)
  await finished(entry)
}

export const addJson = (archive: Pack, name: string, value: object) =>
  addEntry(archive, name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))

/** Adds a table in parts; returns the number of its rows, their hash, and the last id that was generated for it. */
export async function addTable(archive: Pack, client: pg.Client, table: Table): Promise<TableTotal> {
  const { name, columns, identityColumn } = table
  const hash = createHash('sha256')
  const copy = copyTo(`copy ${quotedList([name])} (${quotedList(columns)}) to stdout`)
  let part = 0
  for await (const chunk of splitIntoParts(client.query(copy))) {
    hash.update(chunk)
    part += 1
    await addEntry(archive, partEntryName(name, part), chunk)
  }
  // This query runs after the end of the copy, when `copy.rowCount` is set.
  const last_id = identityColumn === undefined ? null : await readLastId(client, name, identityColumn)
  return { name, rows: copy.rowCount, sha256: hash.digest('hex'), last_id }
}

async function* splitIntoParts(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    gathered.push(chunk)
    bytes += chunk.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(gathered)
    gathered = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(gathered)
}

async function readLastId(client: pg.Client, table: string, column: string): Promise<number | null> {
  const { rows } = await client.query<{ last: string | null }>(
    'select pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass) as last',
    [quotedList([table]), column],
  )
  const last = rows[0]?.last ?? null
  return last === null ? null : Number(last)
}

/** Adds the stored files; returns their totals. Skips a file that was removed meanwhile: no row refers to it. */
export async function addFiles(archive: Pack, files: StoredFiles | undefined): Promise<Totals['files']> {
  const hash = createHash('sha256')
  const totals = { count: 0, bytes: 0 }
  const read = async ({ id }: { id: string }) => ({ id, content: await files?.read(id) })
  const contents: AsyncIterable<Awaited<ReturnType<typeof read>>> = Readable.from(files?.list() ?? []).map(
    read,
    { concurrency: FILES_AT_ONCE },
  )
  for await (const { id, content } of contents) {
    if (!content) continue
    await addEntry(archive, fileEntryName(id), content)
    hash.update(id).update(content)
    totals.count += 1
    totals.bytes += content.length
  }
  return { ...totals, sha256: hash.digest('hex') }
}
