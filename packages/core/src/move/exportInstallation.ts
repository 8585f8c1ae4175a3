import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { finished, pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import databasePackage from '../../package.json' with { type: 'json' }
import type { Table } from '../db/schema/migrationFiles.ts'
import { withPartialFile, writeFileAtomic } from '../files/atomicFile.ts'
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
    const written = withPartialFile(`${path}.table`, (spool) => addEntries(archive, client, files, spool))
    written.catch((error) => archive.destroy(error))
    await pipeline(archive, file)
    return written
  })
}

async function addEntries(archive: Pack, client: pg.Client, files: StoredFiles, spool: string) {
  const counts = { rows: 0, files: 0 }
  const { hash, tables } = currentSchema()
  await client.query('begin isolation level repeatable read, read only')
  const manifest: Manifest = { product_version: databasePackage.version, schema: hash }
  await addEntry(archive, MANIFEST_NAME, Buffer.from(JSON.stringify(manifest)))
  try {
    for (const table of tables) counts.rows += await addTable(archive, client, table, spool)
  } finally {
    await rm(spool, { force: true })
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

/** Adds a table by way of the file `spool`, because a tar entry begins with its size. Returns the number of rows. */
async function addTable(archive: Pack, client: pg.Client, table: Table, spool: string): Promise<number> {
  const copy = client.query(
    copyTo(`copy ${quotedList([table.name])} (${quotedList(table.columns)}) to stdout`),
  )
  await pipeline(copy, createWriteStream(spool, { mode: 0o600 }))
  const { size } = await stat(spool)
  await pipeline(createReadStream(spool), archive.entry({ name: `tables/${table.name}`, size, mode: 0o600 }))
  return copy.rowCount
}
