import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sessions } from '@apoderados/core/db/tables/accounts'
import { parents } from '@apoderados/core/db/tables/people'
import { markedFamily, rowsWith } from '@apoderados/importer/testing/markedFamily'
import { createFiles } from '@apoderados/server/storage/files'
import { fileId } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { setupFolders } from '../../testing/folders.ts'
import { lastAuditLine, setupOperator } from '../../testing/operator.ts'

const server = setupServer()
const operate = setupOperator(server)
const newFolder = setupFolders()
const CURRENT_YEAR = new Date().getFullYear()
const TWO_DAYS_AGO_SECONDS = Date.now() / 1000 - 2 * 86_400

beforeEach(async () => {
  // Each test has a folder of its own for files, because all databases of a test run share the default folder.
  const dataDir = await newFolder()
  server().services.files = createFiles({ dataDir })
  folder = join(dataDir, 'files')
})
let folder: string

async function writeOldFile(id: string): Promise<string> {
  await server().services.files.write(id, Buffer.from('%PDF-'))
  await utimes(join(folder, id), TWO_DAYS_AGO_SECONDS, TWO_DAYS_AGO_SECONDS)
  return id
}

const runRetention = (...args: string[]) => operate(['retention', 'run', ...args])

describe('the retention of leavers', () => {
  it('counts first, erases overdue data when confirmed, and keeps the rest', async () => {
    const [recent, leaver] = [
      await markedFamily(server(), CURRENT_YEAR - 2),
      await markedFamily(server(), CURRENT_YEAR - 4),
    ]
    const dry = await runRetention()
    expect(dry.code).toBe(0)
    expect(dry.output).toMatch(
      /^Se borraría \(repita con --apply\):\n {2}Plazo en años: 2\n {2}Estudiantes que se fueron antes: 1\n/,
    )
    expect(await rowsWith(server(), leaver.marker)).not.toEqual([])
    expect(await lastAuditLine(server())).toMatchObject({ detail: { students: 1, dry_run: true } })

    const done = await runRetention('--apply')
    expect(done.output).toMatch(/^Borrado:\n {2}Plazo en años: 2\n {2}Estudiantes que se fueron antes: 1\n/)
    expect(await rowsWith(server(), leaver.marker)).toEqual([])
    for (const photo of leaver.photos) expect(await server().services.files.read(photo)).toBeUndefined()
    expect(await rowsWith(server(), recent.marker)).not.toEqual([])
    expect(await lastAuditLine(server())).toMatchObject({
      detail: { command: 'retention run', students: 1, accounts: 1 },
    })
    expect((await runRetention('--apply')).output).toMatch(/Estudiantes que se fueron antes: 0$/m)
  })

  it('uses the school’s number of years', async () => {
    const { marker } = await markedFamily(server(), CURRENT_YEAR - 5)
    expect((await runRetention('--years', '9')).output).toContain(
      'años: 9\n  Estudiantes que se fueron antes: 0',
    )
    expect((await runRetention('--years', '3')).output).toContain(
      'años: 3\n  Estudiantes que se fueron antes: 1',
    )
    expect((await runRetention('--years', '0')).errors).toBe('--years es un número de 1 a 99.')
    expect((await runRetention('--years', '3', '--apply')).code).toBe(0)
    expect(await rowsWith(server(), marker)).toEqual([])
  })
})

describe('the retention of accounts', () => {
  it('erases accounts that have no student and no sign-in for years', async () => {
    const { school, parent_id } = await markedFamily(server())
    const longAgo = sql`now() - interval '3 years'`
    const unused = { last_login_at: null, account_confirmed_at: null, password_changed_at: null }
    const [gone, never] = [await school.parent(), await school.parent()]
    const [used, fresh] = [await school.parent(), await school.parent()]
    const { db } = server()
    await db
      .update(parents)
      .set(unused)
      .where(inArray(parents.id, [never, fresh]))
    await db
      .update(parents)
      .set({ created_at: longAgo })
      .where(inArray(parents.id, [gone, never, used, parent_id]))
    await db
      .update(parents)
      .set({ ...unused, last_login_at: longAgo })
      .where(inArray(parents.id, [gone, parent_id]))
    await server()
      .db.update(parents)
      .set({ last_login_at: sql`now() - interval '1 year'` })
      .where(eq(parents.id, used))
    expect((await runRetention('--apply')).output).toContain('Cuentas sin estudiantes ni uso en ese plazo: 2')
    const remaining = await server().db.select({ id: parents.id }).from(parents)
    for (const id of [gone, never]) expect(remaining).not.toContainEqual({ id })
    for (const id of [used, fresh, parent_id]) expect(remaining).toContainEqual({ id })
  })
})

describe('the retention of files', () => {
  it('removes files without a row, except those of the last day', async () => {
    const { photos, document_id } = await markedFamily(server())
    for (const id of [...photos, document_id])
      await utimes(join(folder, id), TWO_DAYS_AGO_SECONDS, TWO_DAYS_AGO_SECONDS)
    const [orphan, fresh] = [await writeOldFile(fileId()), fileId()]
    await server().services.files.write(fresh, Buffer.from('%PDF-'))
    expect((await runRetention()).output).toContain('Archivos que ningún dato nombra: 1')
    expect(await server().services.files.read(orphan)).toBeDefined()
    await runRetention('--apply')
    expect(await server().services.files.read(orphan)).toBeUndefined()
    for (const id of [...photos, document_id, fresh])
      expect(await server().services.files.read(id)).toBeDefined()
  })

  it('refuses to empty a store that belongs to another database', async () => {
    const ids = [await writeOldFile(fileId()), await writeOldFile(fileId()), await writeOldFile(fileId())]
    const refused = await runRetention('--apply')
    expect([refused.code, refused.errors]).toEqual([
      1,
      'Archivos que no son de esta base: 3 de 3. Si el almacén es el correcto, agregue --many-files.',
    ])
    expect(await server().services.files.read(ids[0] as string)).toBeDefined()
    expect((await runRetention('--apply', '--many-files')).code).toBe(0)
    expect(await server().services.files.read(ids[0] as string)).toBeUndefined()
  })
})

describe('the retention of expired data', () => {
  it('runs with the same command', async () => {
    const { parent_id } = await markedFamily(server())
    const id = fileId()
    const expires_at = sql`now() - interval '40 days'`
    await server().db.insert(sessions).values({ id, parent_id, client: 'web', expires_at })
    await runRetention('--apply')
    expect(await server().db.select().from(sessions).where(eq(sessions.id, id))).toEqual([])
  })
})
