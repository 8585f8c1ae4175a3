import { parents, students } from '@apoderados/core/db/tables/people'
import { establishments } from '@apoderados/core/db/tables/schools'
import type { Files } from '@apoderados/core/files/fileStore'
import { markedFamily, rowsWith } from '@apoderados/importer/testing/markedFamily'
import { loadDemo } from '@apoderados/server/demo/loadDemo'
import { createFiles } from '@apoderados/server/storage/files'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { setupFolders } from '../../testing/folders.ts'
import { lastAuditLine, setupOperator } from '../../testing/operator.ts'

/* Each test continues with the database that the previous test left, because loading the demo takes seconds. */

const server = setupServer()
const operate = setupOperator(server)
const newFolder = setupFolders()
let fileStore: Files
let family: Awaited<ReturnType<typeof markedFamily>>

beforeAll(async () => {
  fileStore = createFiles({ dataDir: await newFolder() })
  server().services.files = fileStore
  family = await markedFamily(server())
})

/** Loads the demo as the server does at its start. */
const loadDemoAtStart = (now = new Date()) =>
  loadDemo(server().db, fileStore, server().services.passwords, now)
const countRows = async () => {
  const { db } = server()
  return [await db.$count(establishments), await db.$count(students), await db.$count(parents)]
}
const readFamilyRows = async () => [
  await rowsWith(server(), family.marker),
  await rowsWith(server(), family.courseMarker),
]
async function listStoredFiles(): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of fileStore.list()) ids.push(id)
  return ids
}

describe('in a database with a real school', () => {
  it('the demo is never rebuilt, which would empty the database', async () => {
    const before = [await readFamilyRows(), await countRows()]
    const nextYear = new Date(Date.UTC(new Date().getFullYear() + 1, 5, 1))
    expect(await loadDemoAtStart(nextYear)).toBe('kept')
    expect([await readFamilyRows(), await countRows()]).toEqual(before)
  })

  it('the demo is removed, and no data of the school with it', async () => {
    const { photos, document_id, ask, make, student_id } = family
    const jwt = await server().signIn(CAROLINA)
    const { id } = (await server().send('getProfile', {}, { jwt })).json()
    await make.link(id, student_id, { other_type: null, no_access_reason: null })
    const daniela = await server().signIn('otra.familia@example.com')
    const before = await readFamilyRows()

    const removed = await operate(['demo', 'off'])
    expect(removed).toEqual({
      code: 0,
      output: 'Demostración quitada. Ningún inicio la vuelve a cargar.',
      errors: '',
    })
    expect(await readFamilyRows()).toEqual(before)
    for (const file of [...photos, document_id]) expect(await fileStore.read(file)).toBeDefined()
    expect((await ask('getObservations')).statusCode).toBe(200)
    // A parent of the demo who is also linked to a student of the real school keeps the account and that link.
    expect(await countRows()).toEqual([1, 1, 2])
    const { students: remainingStudents } = (await server().send('getProfile', {}, { jwt })).json()
    expect(remainingStudents).toMatchObject([{ id: student_id }])
    expect((await server().send('getProfile', {}, { jwt: daniela })).statusCode).toBe(401)
    expect(await lastAuditLine(server())).toMatchObject({
      detail: { command: 'demo off', erased_accounts: expect.any(Number) },
    })
  })

  it('no start and no command loads the demo again', async () => {
    const before = await readFamilyRows()
    expect(await loadDemoAtStart()).toBe('off')
    const refused = {
      code: 1,
      output: '',
      errors: 'La base ya tiene colegios o cuentas: la demostración no va junto a ellos.',
    }
    expect(await operate(['demo', 'on'])).toEqual(refused)
    expect(await readFamilyRows()).toEqual(before)
  })

  it('its password counts as guessable after it was removed', async () => {
    const change = { current_password: 'demo1234', new_password: 'demo1234' }
    const refused = await family.call('changePassword', change)
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'Esa contraseña es muy fácil de adivinar. Elige otra.',
    ])
  })
})

describe('in an empty database', () => {
  it('the demo is loaded again on request, and removed without leaving a file', async () => {
    await server().db.execute(sql`truncate ${establishments}, ${parents} cascade`)
    const loaded = await operate(['demo', 'on'])
    expect(loaded.output).toMatch(
      /^Demostración cargada\.\nCuentas, todas con la contraseña demo1234:\nCorreo/,
    )
    expect((await server().login(CAROLINA)).statusCode).toBe(200)
    expect(await loadDemoAtStart()).toBe('kept')
    expect((await operate(['demo', 'on'])).output).toMatch(/^La demostración ya estaba cargada\./)
    const inUse = (await listStoredFiles()).length
    expect(inUse).toBeGreaterThan(20)
    await operate(['demo', 'off'])
    expect(await countRows()).toEqual([0, 0, 0])
    expect(await listStoredFiles()).toHaveLength(3) // The files of `family`, whose rows were truncated.
  })
})
