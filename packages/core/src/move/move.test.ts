import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFiles } from '@apoderados/server/storage/files'
import { withClient } from '@apoderados/testing/client'
import { readContents, readSchema } from '@apoderados/testing/database/databaseState'
import { freshDatabase } from '@apoderados/testing/database/freshDatabase'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../secrets/keys.ts'
import { exportInstallation } from './exportInstallation.ts'
import { importInstallation } from './importInstallation.ts'
import { currentSchema, type MovedCounts } from './movedFile.ts'

const server = setupServer()
const newFolder = () => mkdtemp(join(tmpdir(), 'apoderados-move-'))
const addParent = async (url: string, email: string): Promise<number> => {
  const { rows } = await withClient(url, (client) =>
    client.query(
      `insert into parents (email, name, last_name) values ($1, 'Eva', 'Soto') returning id::int`,
      [email],
    ),
  )
  return rows[0].id
}
const contentsOf = (url: string) => withClient(url, (client) => readContents(client, currentSchema().tables))
const schemaOf = (url: string) => withClient(url, readSchema)
/** The tables that a move leaves empty. */
const LEFT_OUT = [
  'sessions',
  'staff_sessions',
  'staff_invitations',
  'push_tokens',
  'pushes',
  'due_news',
  'calendar_feeds',
  'recovery_codes',
  'mails',
  'signing_keys',
]

let [path, lastId] = ['', 0]
let exported: MovedCounts
const photo = { id: randomId(), bytes: Buffer.from('a photo') }

beforeAll(async () => {
  const source = server().url
  await server().signIn(CAROLINA)
  lastId = await addParent(source, 'ultima@example.com')
  await withClient(source, (client) =>
    client.query(`insert into mails (id, parent_id, kind, expires_at) values ('1', 1, 'password_changed', now() + '1 day');
      insert into push_tokens (token_hash, token, session_id, saved_at) select 'h', 't', id, now() from sessions limit 1;
      insert into audit_log (action) values ('login')`),
  )
  const files = createFiles({ dataDir: await newFolder() })
  await files.write(photo.id, photo.bytes)
  path = join(await newFolder(), 'colegio.tar')
  exported = await withClient(source, (client) => exportInstallation(client, path, files))
})

describe('an export', () => {
  it('is one file that only this user can read, and replaces no other', async () => {
    expect((await stat(path)).mode).toBe(0o100600)
    expect(await readdir(join(path, '..'))).toEqual(['colegio.tar'])
    const files = createFiles({ dataDir: await newFolder() })
    const again = withClient(server().url, (client) => exportInstallation(client, path, files))
    await expect(again).rejects.toMatchObject({ code: 'EEXIST' })
  })

  it('fills an empty database with all rows and files, without sessions and what waits', async () => {
    const url = await freshDatabase()
    const schema = await schemaOf(url)
    await withClient(url, (client) => client.query(`insert into audit_log (action) values ('operator')`))
    const files = createFiles({ dataDir: await newFolder() })
    expect(await importInstallation(url, path, files)).toEqual(exported)
    const [was, is] = [await contentsOf(server().url), await contentsOf(url)]
    for (const name of LEFT_OUT) expect([name, is[name]]).toEqual([name, expect.stringMatching(/^0 /)])
    for (const name of LEFT_OUT) delete was[name]
    expect(is).toMatchObject(was)
    expect(await schemaOf(url)).toEqual(schema)
    expect(await files.read(photo.id)).toEqual(photo.bytes)
    expect(await addParent(url, 'nueva@example.com')).toBe(lastId + 1)
  })
})

describe('an import is refused and changes nothing', () => {
  let url = ''
  beforeAll(async () => {
    url = await freshDatabase()
  })
  const importExport = async (file: string) =>
    importInstallation(url, file, createFiles({ dataDir: await newFolder() }))
  const changedFile = async (change: (bytes: Buffer) => Buffer) => {
    const file = join(await newFolder(), 'otro.tar')
    await writeFile(file, change(await readFile(path)))
    return file
  }

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['that is cut', (bytes) => bytes.subarray(0, bytes.length / 2), /está dañado/],
    ['that ends after an entry', (bytes) => bytes.subarray(0, 1_024), /está incompleto/],
    ['of another kind', () => Buffer.from('Run;Nombre\n40100001;Inés\n'.repeat(50)), /está dañado/],
    [
      'of another version',
      (bytes) =>
        Buffer.from(bytes.toString('latin1').replace(currentSchema().hash, '0'.repeat(64)), 'latin1'),
      /es de la versión .+ con otras tablas/,
    ],
  ])('for a file %s', async (_, change, message) => {
    const before = [await contentsOf(url), await schemaOf(url)]
    await expect(importExport(await changedFile(change))).rejects.toThrow(message)
    expect([await contentsOf(url), await schemaOf(url)]).toEqual(before)
  })

  it('if the database has an account', async () => {
    await addParent(url, 'otra@example.com')
    await expect(importExport(path)).rejects.toThrow('ya tiene colegios o cuentas')
  })
})
