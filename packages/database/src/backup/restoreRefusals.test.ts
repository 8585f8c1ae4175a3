import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { withClient } from '@apoderados/server/testing/client'
import { backupOf, contentsOf, restoreInto, schemaOf } from '@apoderados/server/testing/database/backups'
import { type BackupEntry, forge, readEntries } from '@apoderados/server/testing/database/forgedBackup'
import { freshDatabase } from '@apoderados/server/testing/database/freshDatabase'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Manifest, Totals } from './backupFormat.ts'

const [FILE_ID, OTHER_FILE_ID] = ['ab'.repeat(16), 'cd'.repeat(16)]
const filesOfBackup = {
  list: async function* () {
    yield { id: FILE_ID, modified: new Date() }
  },
  read: async () => Buffer.from('photo'),
}
const OTHER_TABLES_MESSAGE = 'el respaldo no tiene las tablas de su versión de Apoderados'
const OTHER_VERSION_MESSAGE = 'el respaldo no es de esta versión de Apoderados ni de una anterior'
const DAMAGED_MESSAGE = 'el respaldo está dañado o incompleto'

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Returns a function that changes the text of the entry `name` of a backup. */
const editEntry = (name: string, change: (text: string) => string) => (entries: BackupEntry[]) =>
  entries.map((entry) =>
    entry.name === name ? { ...entry, content: Buffer.from(change(entry.content.toString())) } : entry,
  )
const editJson = <T>(name: string, change: (value: T) => void) =>
  editEntry(name, (text) => {
    const value = JSON.parse(text)
    change(value)
    return JSON.stringify(value)
  })
const editManifest = (change: (manifest: Manifest) => void) => editJson('manifest.json', change)
const editTotals = (change: (totals: Totals) => void) => editJson('totals.json', change)

/** Returns a function that changes the content of a table of a backup, and the table's hash in the totals. */
const editTable = (table: string, change: (text: string) => string) => (entries: BackupEntry[]) => {
  const changed = editEntry(`tables/${table}/000001`, change)(entries)
  const content = changed.find(({ name }) => name === `tables/${table}/000001`)?.content as Buffer
  return editTotals(({ tables }) => {
    const total = tables.find(({ name }) => name === table)
    if (total) total.sha256 = sha256(content)
  })(changed)
}
const insertBeforeTotals = (entry: BackupEntry) => (entries: BackupEntry[]) => entries.toSpliced(-1, 0, entry)
const withoutEntry = (name: string) => (entries: BackupEntry[]) =>
  entries.filter((entry) => entry.name !== name)
const firstOf = <T>(items: T[]) => items[0] as T

const forgeries: [what: string, change: (entries: BackupEntry[]) => BackupEntry[], message: string][] = [
  ['without its end', withoutEntry('totals.json'), DAMAGED_MESSAGE],
  ['without its beginning', withoutEntry('manifest.json'), DAMAGED_MESSAGE],
  ['with a part of a table gone', withoutEntry('tables/courses/000001'), DAMAGED_MESSAGE],
  [
    'with a row changed',
    editEntry('tables/parents/000001', (text) => text.replace('Eva', 'Ana')),
    DAMAGED_MESSAGE,
  ],
  [
    'with a file added',
    insertBeforeTotals({ name: `files/${OTHER_FILE_ID}`, content: Buffer.from('x') }),
    DAMAGED_MESSAGE,
  ],
  ['with a file changed', editEntry(`files/${FILE_ID}`, () => 'phot0'), DAMAGED_MESSAGE],
  ['with something after its end', (entries) => [...entries, firstOf(entries)], DAMAGED_MESSAGE],
  [
    'with a path that climbs',
    insertBeforeTotals({ name: 'files/../../key', content: Buffer.from('x') }),
    DAMAGED_MESSAGE,
  ],
  [
    'with an absolute path',
    insertBeforeTotals({ name: '/etc/passwd', content: Buffer.from('x') }),
    DAMAGED_MESSAGE,
  ],
  [
    'with a link',
    insertBeforeTotals({ name: `files/${OTHER_FILE_ID}`, content: Buffer.alloc(0), type: 'symlink' }),
    DAMAGED_MESSAGE,
  ],
  ['with text that is not JSON', editEntry('manifest.json', () => '{'), DAMAGED_MESSAGE],
  ['with an unknown field', editManifest((entry) => Object.assign(entry, { more: 1 })), DAMAGED_MESSAGE],
  ['of a later format', editManifest((entry) => Object.assign(entry, { format: 2 })), OTHER_VERSION_MESSAGE],
  [
    'of a later version',
    editManifest((entry) => entry.migrations.push({ at: 9_999_999_999_999, hash: 'x' })),
    OTHER_VERSION_MESSAGE,
  ],
  [
    'with another migration history',
    editManifest((entry) => Object.assign(firstOf(entry.migrations), { hash: 'x' })),
    OTHER_VERSION_MESSAGE,
  ],
  ['without a table', editManifest((entry) => entry.tables.pop()), OTHER_TABLES_MESSAGE],
  [
    'with an unknown table',
    editManifest((entry) => entry.tables.push({ name: 'pg_authid', columns: [] })),
    OTHER_TABLES_MESSAGE,
  ],
  [
    'with an unknown column',
    editManifest((entry) => firstOf(entry.tables).columns.push('x')),
    OTHER_TABLES_MESSAGE,
  ],
  [
    'with a repeated table',
    editManifest((entry) => entry.tables.push(firstOf(entry.tables))),
    OTHER_TABLES_MESSAGE,
  ],
]

/** Forged backups whose faults only the database can detect. */
const rowForgeries: typeof forgeries = [
  [
    'with a wrong number of rows',
    editTotals((entry) =>
      Object.assign(entry.tables.find(({ name }) => name === 'parents') ?? {}, { rows: 2 }),
    ),
    DAMAGED_MESSAGE,
  ],
  [
    'whose rows name others that are not there',
    editTable('courses', (text) => text.replace(/^1/, '7')),
    'el respaldo no cumple las reglas de la base de datos (courses, courses_establishment_id_establishments_id_fk)',
  ],
  [
    'whose values are of another kind',
    editTable('courses', (text) => text.replace('2026', 'siempre')),
    'el respaldo no cumple las reglas de la base de datos',
  ],
]

describe('a backup is rejected, and the database is unchanged,', () => {
  let [path, url] = ['', '']
  let entries: BackupEntry[] = []
  let before: unknown[] = []
  const stateOf = async () => [await contentsOf(url), await schemaOf(url)]

  beforeAll(async () => {
    url = await freshDatabase()
    await withClient(url, (client) =>
      client.query(`insert into establishments (name, rbd) values ('Colegio', '90002-8');
        insert into courses (establishment_id, year, name, letter) values (1, 2026, '5° Básico', 'A');
        insert into parents (email, name, last_name) values ('a@example.com', 'Eva', 'Soto')`),
    )
    path = (await backupOf(url, { files: filesOfBackup })).path
    entries = await readEntries(path)
    before = await stateOf()
  })
  const restoreBytes = (bytes: Buffer, write: (id: string) => Promise<void>) =>
    restoreInto(url, () => Readable.from([bytes]), {
      mayReplace: async () => true,
      files: { ...filesOfBackup, write },
    })

  it.each(forgeries)('%s', async (_, change, message) => {
    const written: string[] = []
    const forged = await forge(change(entries))
    await expect(restoreBytes(forged, async (id) => void written.push(id))).rejects.toThrow(message)
    expect(await stateOf()).toEqual(before)
    expect(written).toEqual([])
  })

  it.each(rowForgeries)('%s', async (_, change, message) => {
    await expect(restoreBytes(await forge(change(entries)), async () => {})).rejects.toThrow(message)
    expect(await stateOf()).toEqual(before)
  })

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['truncated', (bytes) => bytes.subarray(0, -20)],
    ['cut in half', (bytes) => bytes.subarray(0, bytes.length / 2)],
    [
      'with one changed bit',
      (bytes) => bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 4) as Buffer,
    ],
    ['empty', () => Buffer.alloc(0)],
    ['of another kind', () => Buffer.from('Run;Nombre\n40100001;Inés\n')],
  ])('%s', async (_, spoil) => {
    const write = async () => Promise.reject(new Error('a file of a damaged backup'))
    await expect(restoreBytes(spoil(await readFile(path)), write)).rejects.toThrow(DAMAGED_MESSAGE)
    expect(await stateOf()).toEqual(before)
  })

  it('when its files cannot be written', async () => {
    const write = async () => {
      throw Object.assign(new Error('write'), { code: 'ENOSPC' })
    }
    await expect(restoreBytes(await readFile(path), write)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await stateOf()).toEqual(before)
  })
})
