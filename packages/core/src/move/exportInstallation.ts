import { closeSync, createReadStream, createWriteStream, openSync, rmSync } from 'node:fs'
import { finished, pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import databasePackage from '../../package.json' with { type: 'json' }
import type { Table } from '../db/schema/migrationFiles.ts'
import { writeFileAtomic } from '../files/atomicFile.ts'
import type { Files } from '../files/fileStore.ts'
import {
  currentSchema,
  END_NAME,
  MANIFEST_NAME,
  type Manifest,
  type MovedCounts,
  quotedList,
} from './movedFile.ts'

type StoredFiles = Pick<Files, 'read' | 'list'>

/**
 * Writes all tables, as of one moment, and the stored files into a new tar that only this user can read. It blocks no
 * other transaction. The database must have the schema of this version.
 */
export function exportInstallation(
  client: pg.Client,
  path: string,
  files: StoredFiles,
): Promise<MovedCounts> {
  return writeFileAtomic(path, async (file) => {
    const archive = pack()
    const written = addEntries(archive, client, files, `${path}.table`)
    written.catch((error) => archive.destroy(error))
    await pipeline(archive, file)
    return written
  })
}

async function addEntries(archive: Pack, client: pg.Client, files: StoredFiles, spoolPath: string) {
  const counts = { rows: 0, files: 0 }
  const { hash, tables } = currentSchema()
  await client.query('begin isolation level repeatable read, read only')
  const manifest: Manifest = { product_version: databasePackage.version, schema: hash }
  await addEntry(archive, MANIFEST_NAME, Buffer.from(JSON.stringify(manifest)))
  const spool = openUnnamedFile(spoolPath)
  try {
    for (const table of tables) counts.rows += await addTable(archive, client, table, spool)
  } finally {
    closeSync(spool)
  }
  await client.query('commit')
  for await (const { id } of files.list()) {
    const content = await files.read(id)
    if (!content) continue // removed meanwhile: no row refers to it
    await addEntry(archive, `files/${id}`, content)
    counts.files += 1
  }
  await addEntry(archive, END_NAME, Buffer.alloc(0))
  archive.finalize()
  return counts
}

async function addEntry(archive: Pack, name: string, content: Buffer): Promise<void> {
  const entry = archive.entry({ name, size: content.length, mode: 0o600 })
  entry.end(content)
  await finished(entry)
}

/** Opens a file that has no name any more, so that nothing of it is left however the process ends. */
function openUnnamedFile(path: string): number {
  const descriptor = openSync(path, 'w+', 0o600)
  rmSync(path)
  return descriptor
}

/** Adds a table by way of the open file `spool`, because a tar entry begins with its size. Returns the number of rows. */
async function addTable(archive: Pack, client: pg.Client, table: Table, spool: number): Promise<number> {
  const copy = client.query(
    copyTo(`copy ${quotedList([table.name])} (${quotedList(table.columns)}) to stdout`),
  )
  const file = createWriteStream('', { fd: spool, start: 0, autoClose: false })
  await pipeline(copy, file)
  const name = `tables/${table.name}`
  const size = file.bytesWritten
  if (size === 0) await addEntry(archive, name, Buffer.alloc(0))
  else {
    const written = createReadStream('', { fd: spool, start: 0, end: size - 1, autoClose: false })
    await pipeline(written, archive.entry({ name, size, mode: 0o600 }))
  }
  return copy.rowCount
}
