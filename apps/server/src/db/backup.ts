import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/**
 * Writes every table as it stands in one moment into a new folder, one `<table>.copy.gz` each, to be read
 * back by `\copy <table> from program 'gunzip -c …'`; returns the folder.
 */
export async function backUp(client: pg.Client, dataDir: string): Promise<string> {
  const folder = join(dataDir, 'backups', new Date().toISOString().replaceAll(':', '-'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await client.query('begin isolation level repeatable read, read only')
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  for (const { name } of rows) {
    const file = createWriteStream(join(folder, `${name}.copy.gz`), { mode: 0o600, flush: true })
    await pipeline(client.query(copyTo(`copy "${name}" to stdout`)), createGzip(), file)
  }
  await client.query('commit')
  return folder
}
