import { api } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { type App, createApp } from '@apoderados/server/app'
import { createServices } from '@apoderados/server/services'
import { createFiles } from '@apoderados/server/storage/files'
import { withClient } from '@apoderados/server/testing/client'
import {
  backupOf,
  contentsOf,
  newFolder,
  newKeys,
  openerOf,
  restoreInto,
  schemaOf,
} from '@apoderados/server/testing/database/backups'
import { freshDatabase } from '@apoderados/server/testing/database/freshDatabase'
import { CAROLINA, useServer } from '@apoderados/server/testing/testServer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../client/open.ts'
import type { Files } from '../files/fileStore.ts'
import { applyMigration } from '../schema/migrate.ts'
import { readMigrations } from '../schema/migrationFiles.ts'
import { type Keys, randomId } from '../secrets/keys.ts'

const server = useServer()
const addParent = (url: string, email: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      `insert into parents (email, name, last_name) values ($1, 'Eva', 'Soto') returning id`,
      [email],
    )
    return Number(rows[0].id)
  })

describe('a restored school', () => {
  /** The tables whose rows a restore ends or deletes. */
  const ENDED = ['sessions', 'push_tokens', 'pushes', 'due_news', 'recovery_codes', 'mails', 'signing_keys']
  let [jwt, url, deletedId] = ['', '', 0]
  let db: Database
  let app: App['app']
  let files: Files

  beforeAll(async () => {
    const { services, url: source } = server()
    jwt = await server().signIn(CAROLINA)
    deletedId = await addParent(source, 'se.fue@example.com')
    await withClient(source, (client) =>
      client.query(`
        delete from parents where id = ${deletedId};
        insert into mails (id, parent_id, kind, expires_at) values ('1', 1, 'password_changed', now() + '1 day');
        insert into recovery_codes (account, code, expires_at) values ('a', 'c', now() + '1 day');
        insert into push_tokens (token_hash, token, session_id, saved_at)
          select 'h', 't', id, now() from sessions limit 1;
        insert into pushes (session_id, establishment_id, student_id, kind, change_ids, due_at)
          select id, 1, 1, 'grade', '{1}', now() from sessions limit 1;
        with change as (insert into changes (establishment_id, kind, item, published_at)
          values (1, 'event', '1', now()) returning establishment_id, id, published_at)
          insert into due_news select establishment_id, id, published_at from change;
        insert into closures (establishment_id, starts_on, ends_on, name)
          select id, '2026-02-26', '2026-02-27', 'Cierre' from establishments`),
    )
    const { path } = await backupOf(source, { files: services.files })
    url = await freshDatabase()
    db = openDatabase(url)
    const mailFrom = { name: 'Apoderados', address: 'no-responder@example.com' }
    const settings = { dataDir: await newFolder(), smtpUrl: undefined, mailFrom }
    const restored = await createServices(db, services.keys, settings)
    files = restored.files
    await restoreInto(url, openerOf(path), { files, keys: services.keys })
    app = (await createApp(restored, { trustProxy: [], corsOrigins: [], logLevel: 'silent' })).app
  })
  afterAll(async () => {
    await app?.close()
    await db?.$client.end()
  })

  it('has the same content, row by row and file by file', async () => {
    const { services, url: source } = server()
    const [was, is] = [await contentsOf(source), await contentsOf(url)]
    for (const table of ENDED) delete was[table]
    expect(is).toMatchObject(was)
    expect(Object.keys(was).length).toBeGreaterThan(20)
    expect(await schemaOf(url)).toEqual(await schemaOf(source))
    // Only files to which a row refers are compared: the folder also holds files of tests that run at the same time.
    const { rows } = await withClient(source, (client) =>
      client.query(`select insign_id as id from establishments where insign_id is not null
        union select photo_id from parents where photo_id is not null
        union select photo_id from enrollments where photo_id is not null
        union select document_id from events where document_id is not null`),
    )
    expect(rows.length).toBeGreaterThan(20)
    for (const { id } of rows)
      expect((await files.read(id))?.equals((await services.files.read(id)) as Buffer), id).toBe(true)
  })

  it('lets its families sign in, with their grades and documents, and accepts no earlier session', async () => {
    const payload = { email: CAROLINA, password: 'demo1234' }
    const login = await app.inject({ method: 'POST', url: BASE_PATH + api.login.path, payload })
    const { jwt: fresh, parent } = login.json()
    const get = (path: string, token: string) =>
      app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
    expect((await get(BASE_PATH + api.getProfile.path, jwt)).statusCode).toBe(401)
    const student_id = parent.students[0].id
    const periods = await get(`${BASE_PATH}${api.getSubPeriods.path}?student_id=${student_id}`, fresh)
    const query = `student_id=${student_id}&establishment_sub_period_id=${periods.json()[0].id}`
    const grades = await get(`${BASE_PATH}${api.getPeriodQualifications.path}?${query}`, fresh)
    expect(grades.json().average).toBeGreaterThan(1)
    const { rows } = await withClient(url, (client) =>
      client.query(
        `select document_id from events join enrollments using (establishment_id, course_id)
          where student_id = $1 and document_id is not null limit 1`,
        [student_id],
      ),
    )
    const document = await get(BASE_PATH + api.getDocument.path.replace(':id', rows[0].document_id), fresh)
    expect(document.statusCode).toBe(200)
    expect(document.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('sends no mail or notification and accepts no code from the time of the backup', async () => {
    const remaining = await withClient(url, (client) =>
      client.query(`select (select count(*) from mails) + (select count(*) from recovery_codes)
        + (select count(*) from push_tokens) + (select count(*) from pushes) + (select count(*) from due_news) as count`),
    )
    expect(remaining.rows).toEqual([{ count: '0' }])
  })

  it('does not reuse the id of a deleted row', async () => {
    expect(await addParent(url, 'nueva@example.com')).toBeGreaterThan(deletedId)
  })
})

/** Expects that backups of these earlier versions can be restored. A version is the number of its migrations. */
async function expectRestoredVersions(versions: number[]) {
  const [old, url] = [await freshDatabase(1), await freshDatabase()]
  await withClient(old, (client) =>
    client.query(`insert into establishments (name, rbd) values ('Colegio', '90002-8');
      insert into parents (email, name, last_name, password_hash) values ('a@example.com', 'Eva', 'Soto', '')`),
  )
  const schema = await schemaOf(url)
  const mayReplace = async () => true
  for (const [index, next] of readMigrations().slice(1).entries()) {
    const version = index + 1
    if (versions.includes(version)) {
      const { path } = await backupOf(old)
      const { manifest } = await restoreInto(url, openerOf(path), { mayReplace })
      expect(manifest.migrations.length).toBe(version)
      const { rows } = await withClient(url, (client) => client.query('select id, email from parents'))
      expect(rows).toEqual([{ id: '1', email: 'a@example.com' }])
      expect(await schemaOf(url)).toEqual(schema)
    }
    await withClient(old, (client) => applyMigration(client, next))
  }
}

describe('a restore', () => {
  /** Creates a school with one invited account, and returns the URL of its database. */
  async function invitingSchool(kid: string): Promise<string> {
    const url = await freshDatabase()
    const parent_id = await addParent(url, 'invitada@example.com')
    await withClient(url, (client) =>
      client.query(`insert into establishments (name, rbd) values ('Colegio', '90002-8');
        insert into signing_keys (kid) values ('${kid}');
        insert into invitations values (${parent_id}, '${kid}.seed', 'code', now() + '1 day')`),
    )
    return url
  }
  const invitationsLeft = (url: string) =>
    withClient(url, async (client) => {
      const { rows: kids } = await client.query('select kid from signing_keys')
      const { rows: invited } = await client.query('select parent_id from invitations')
      return { kids: kids.map(({ kid }) => kid), invited: invited.length }
    })

  it('keeps invitations if the secret key is the same, and records the key otherwise', async () => {
    const [same, other] = [await newKeys(), await newKeys()]
    const { path } = await backupOf(await invitingSchool(same[0].kid))
    const url = await freshDatabase()
    const restoring = (keys: Keys) => restoreInto(url, openerOf(path), { keys, mayReplace: async () => true })
    expect(await restoring(same)).toMatchObject({ invitations: 0 })
    expect(await invitationsLeft(url)).toEqual({ kids: [same[0].kid], invited: 1 })
    expect(await restoring(other)).toMatchObject({ invitations: 1 })
    expect(await invitationsLeft(url)).toEqual({ kids: [other[0].kid], invited: 0 })
  })

  it('keeps exactly the invitations whose secret key is among the current keys', async () => {
    const [[removedKey], [current]] = [await newKeys(), await newKeys()]
    const from = await invitingSchool(current.kid)
    const invited = await addParent(from, 'de.antes@example.com')
    await withClient(from, (client) =>
      client.query(
        `insert into invitations values (${invited}, '${removedKey.kid}.seed', 'other', now() + '1 day')`,
      ),
    )
    const { path } = await backupOf(from)
    const restoring = async (keys: Keys) => {
      const url = await freshDatabase()
      const { invitations } = await restoreInto(url, openerOf(path), { keys })
      return { ended: invitations, ...(await invitationsLeft(url)) }
    }
    expect(await restoring([current])).toEqual({ ended: 1, kids: [current.kid], invited: 1 })
    expect(await restoring([current, removedKey])).toEqual({ ended: 0, kids: [current.kid], invited: 2 })
  })

  const versions = readMigrations().length
  const middle = Math.floor(versions / 2)
  it('accepts the backups of earlier versions, and migrates them', () =>
    expectRestoredVersions([1, middle, versions - 1]))
  it('accepts the backup of each earlier version', { tags: 'exhaustive' }, () =>
    expectRestoredVersions(Array.from({ length: versions - 1 }, (_, index) => index + 1)),
  )

  it('replaces a school only if permitted, and keeps a backup of it with its files', async () => {
    const { path } = await backupOf(await freshDatabase())
    const [url, files] = [await invitingSchool('kid'), createFiles({ dataDir: await newFolder() })]
    const [photo, before] = [randomId(), await contentsOf(url)]
    await files.write(photo, Buffer.from('photo'))
    await expect(restoreInto(url, openerOf(path), { files })).rejects.toThrow(
      'la base de datos no está vacía (establecimientos: 1, cuentas de apoderados: 1)',
    )
    expect(await contentsOf(url)).toEqual(before)
    const { replacedBackup = '' } = await restoreInto(url, openerOf(path), {
      files,
      mayReplace: async () => true,
    })
    expect((await contentsOf(url)).parents).toMatch(/^0 /)
    await files.remove(photo)
    const [key] = await newKeys()
    await restoreInto(url, openerOf(replacedBackup), { files, keys: [{ ...key, kid: 'kid' }] })
    expect((await files.read(photo))?.toString()).toBe('photo')
    const { signing_keys: _, ...same } = before
    expect(await contentsOf(url)).toMatchObject(same)
  })
})
