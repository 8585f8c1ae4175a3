import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { extract } from 'tar-stream'
import { connectAlone } from '../db/client/connectAlone.ts'
import type { Files } from '../files/fileStore.ts'
import {
  currentSchema,
  END_NAME,
  MANIFEST_NAME,
  type Manifest,
  type MovedCounts,
  MoveError,
  quotedList,
} from './movedFile.ts'

const AFTER_RESTORE_FILE = new URL('../../../../deploy/after-restore.sql', import.meta.url)

/**
 * Copies the tables and files of an export into the database at `url`, which must have no school and no account, in one
 * transaction. Sessions, codes and what waits to be sent are left out. The connection must belong to the owner of the
 * tables.
 * @throws {MoveError} if the database is not empty, or the file is damaged or of another version
 */
export async function importInstallation(
  url: string,
  path: string,
  files: Pick<Files, 'write'>,
): Promise<MovedCounts> {
  const client = await connectAlone(url)
  try {
    await client.query(`begin; set local lock_timeout = '10s'`)
    await emptyTables(client)
    const addForeignKeys = await dropForeignKeys(client)
    const counts = await copyEntries(client, path, files)
    await addForeignKeys()
    await client.query(await readFile(AFTER_RESTORE_FILE, 'utf8'))
    await client.query('commit')
    await client.query('analyze')
    return counts
  } finally {
    await client.end() // rolls back an open transaction
  }
}

/** Removes what the first start of a server or a command wrote. @throws {MoveError} if there is a school or account */
async function emptyTables(client: pg.Client): Promise<void> {
  const tables = quotedList(currentSchema().tables.map(({ name }) => name))
  await client.query(`lock table ${tables} in access exclusive mode`)
  const { rows } = await client.query(
    'select exists (select from establishments) or exists (select from parents) as has_data',
  )
  if (rows[0].has_data)
    throw new MoveError(
      'la base de datos ya tiene colegios o cuentas: use una vacía (la demostración se quita con demo off)',
    )
  await client.query(
    `alter table audit_log disable trigger user; truncate ${tables}; alter table audit_log enable trigger user`,
  )
}

/** Drops the foreign keys, so that the tables' order does not matter. The returned function adds and so checks them. */
async function dropForeignKeys(client: pg.Client): Promise<() => Promise<unknown>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  await client.query(rows.map(({ table, name }) => `alter table ${table} drop constraint ${name}`).join(';'))
  const additions = rows.map((key) => `alter table ${key.table} add constraint ${key.name} ${key.definition}`)
  return () => client.query(additions.join(';'))
}

async function copyEntries(client: pg.Client, path: string, files: Pick<Files, 'write'>) {
  const counts = { rows: 0, files: 0 }
  let manifest: Manifest | undefined
  let isComplete = false
  const archive = extract()
  pipeline(createReadStream(path), archive).catch(() => {}) // the reader of the entries gets the error
  try {
    for await (const entry of archive) {
      const [kind = '', name = ''] = entry.header.name.split('/')
      if (kind === MANIFEST_NAME) manifest = parseManifest(await text(entry))
      else if (!manifest) throw new Error('another kind of file')
      else if (kind === 'tables') counts.rows += await copyTable(client, name, entry)
      else if (kind === 'files' && /^[0-9a-f]{32}$/.test(name)) {
        await files.write(name, await buffer(entry))
        counts.files += 1
      } else if (kind === END_NAME) isComplete = true
      else throw new Error(`unknown entry ${entry.header.name}`)
    }
  } catch (error) {
    // Errors of the database, the disk and the file store have a code; those of the archive have none.
    if (error instanceof MoveError || 'code' in (error as Error)) throw error
    throw new MoveError('el archivo está dañado o no es de move export', { cause: error })
  }
  if (!manifest || !isComplete) throw new MoveError('el archivo está incompleto')
  for (const { name, identityColumn = '' } of currentSchema().tables.filter(
    (table) => table.identityColumn,
  )) {
    const [table, column] = [quotedList([name]), quotedList([identityColumn])]
    const sequence = 'pg_get_serial_sequence($1, $2)'
    await client.query(`select setval(${sequence}, max(${column})) from ${table}`, [table, identityColumn])
  }
  return counts
}

/** @throws {MoveError} if the schema is that of another version */
function parseManifest(json: string): Manifest {
  const manifest: Manifest = JSON.parse(json)
  if (manifest.schema === currentSchema().hash) return manifest
  throw new MoveError(
    `el archivo es de la versión ${manifest.product_version} con otras tablas: ponga la misma versión en ambos lados`,
  )
}

async function copyTable(client: pg.Client, name: string, content: AsyncIterable<unknown>): Promise<number> {
  const table = currentSchema().tables.find((each) => each.name === name)
  if (!table) throw new Error(`unknown table ${name}`)
  const copy = copyFrom(`copy ${quotedList([name])} (${quotedList(table.columns)}) from stdin`)
  await pipeline(content, client.query(copy))
  return copy.rowCount
}
