import { establishments } from '@apoderados/core/db/tables/schools'
import { createFiles } from '@apoderados/server/storage/files'
import { createTestSchool, YEAR } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { setupFolders } from '../../testing/folders.ts'
import { lastAuditLine, setupOperator } from '../../testing/operator.ts'

const server = setupServer()
const operate = setupOperator(server)
const newFolder = setupFolders()
const createSchool = (...args: string[]) => operate(['school', 'create', ...args])

beforeAll(async () => {
  // The first test removes the demo: in a separate folder, it removes no other test's files.
  server().services.files = createFiles({ dataDir: await newFolder() })
})

describe('a school', () => {
  it('is refused in a database with the demo', async () => {
    expect(await createSchool('9283-5', 'Escuela Bellavista')).toEqual({
      code: 1,
      output: '',
      errors: 'Aquí está el colegio de demostración. Quítelo primero con demo off.',
    })
    expect((await operate(['demo', 'off'])).code).toBe(0)
  })

  it('is created with the given values', async () => {
    const done = await createSchool(
      '90.003-6',
      '  Colegio\tLos  Robles ',
      '--phone',
      '+56 2 2345 6789',
      '--address',
      'Av. Central 100, Maipú',
      '--zone',
      'America/Punta_Arenas',
      '--truncate',
      '--weights',
    )
    expect(done).toEqual({ code: 0, output: 'Colegio creado.', errors: '' })
    const [school] = await server().db.select().from(establishments).where(eq(establishments.rbd, '90003-6'))
    expect(school).toMatchObject({
      name: 'Colegio Los Robles',
      address: 'Av. Central 100, Maipú',
      phone: '+56223456789',
      time_zone: 'America/Punta_Arenas',
      rounding: 'truncate',
      uses_weights: true,
    })
    expect(await lastAuditLine(server())).toMatchObject({
      establishment_id: school?.id,
      detail: { command: 'school create' },
    })
    expect((await operate(['school', 'list'])).output).toMatch(/^RBD.+\n90003-6 +Colegio Los Robles +0 +0$/)
    expect(JSON.parse((await operate(['schools', 'list', '--json'])).output)).toEqual([
      { id: school?.id, rbd: '90003-6', name: 'Colegio Los Robles', students: 0, accounts: 0 },
    ])
  })

  it('is listed with its current students, without former ones or those of another year', async () => {
    const { establishment_id, course, student, enroll, parent, link } = await createTestSchool(server())
    const [now, former] = [await course(), await course({ year: YEAR - 2 })]
    const [here, gone, left] = [await student(), await student(), await student()]
    await enroll(here, now)
    await enroll(here, former, { year: YEAR - 2 })
    await enroll(gone, former, { year: YEAR - 2 })
    await enroll(left, now, { withdrawn_on: `${YEAR}-08-01` })
    const guardian = await parent()
    await link(guardian, here)
    await link(guardian, gone)
    const schools = JSON.parse((await operate(['school', 'list', '--json'])).output)
    expect(schools).toContainEqual(
      expect.objectContaining({ id: establishment_id, students: 1, accounts: 1 }),
    )
  })

  it.each([
    [['90003-6', 'Otro'], 'Ya hay un colegio con ese RBD.'],
    [['90003-7', 'Otro'], 'Ese RBD no es válido. Escríbalo con su dígito verificador, como 90002-8.'],
    [['123456-0', 'Otro'], 'Ese RBD no es válido. Escríbalo con su dígito verificador, como 90002-8.'],
    [['9283-5', ' '], 'El nombre debe tener de 1 a 200 caracteres.'],
    [['9283-5', 'Otro', '--phone', '223456789'], 'El teléfono se escribe con su código: +56 2 2345 6789.'],
    [
      ['9283-5', 'Otro', '--zone', 'Europe/Madrid'],
      'La zona horaria es una de: America/Santiago, Pacific/Easter, America/Punta_Arenas, America/Coyhaique.',
    ],
  ])('%j is refused with one line', async (args, errors) => {
    expect(await createSchool(...args)).toEqual({ code: 1, output: '', errors })
  })
})
