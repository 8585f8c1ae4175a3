import { access, appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  SECOND_PUPIL_RUN,
  SECOND_RBD,
  type SecondGuardian,
  writeSecondRoster,
  writeSecondSchool,
} from '@apoderados/importer/testing/secondSchool'
import { describe, expect, it } from 'vitest'
import { deliverMails } from '../testing/deliverMails.ts'
import { passwordOf, setupOperator } from '../testing/operator.ts'
import { schoolFolder, setupImportCommand } from '../testing/setupImportCommand.ts'
import { setupPreparedDatabase } from '../testing/setupPreparedDatabase.ts'

const { server, query, run, folder } = setupImportCommand()
const operate = setupOperator(server)
const ANDREA = { numero: '42601005', email: 'andrea.huenchul@example.com' }
const MARIE = { tipo_doc: 'pasaporte', numero: 'HT4471902', email: 'marie.pierre@example.com' }
const NEWCOMER = { tipo_doc: 'pasaporte', numero: 'XX1234567', email: 'nueva@example.com' }
const STRANGER_EMAIL = 'otra.casilla@example.net'

const findParentId = async (email: string) =>
  Number((await query('select id from parents where email = $1', [email]))[0]?.id)
const readLinks = (email: string) =>
  query(
    `select rbd, has_access from student_parents join parents on parents.id = parent_id
    join establishments on establishments.id = establishment_id where email = $1 order by 1, 2`,
    [email],
  )

/** Returns all stored data of guardians and their sign-in, without the counters of failed sign-ins. */
async function readAccounts() {
  const tables = ['parents', 'invitations', 'sessions', 'known_devices', 'recovery_codes', 'mails']
  const rows = tables.map((table) => query(`select to_jsonb(it) as row from ${table} it order by 1`))
  return Object.fromEntries((await Promise.all(rows)).map((found, index) => [tables[index], found]))
}

/** Signs in with the guardian's one-time password, chooses a password and returns it. */
async function activateAccount(email: string): Promise<string> {
  const password = (await passwordOf(server(), await findParentId(email))) as string
  const { jwt } = (await server().login(email, password)).json()
  const fields = { current_password: password, new_password: 'caballo-verde-9' }
  expect((await server().send('changePassword', fields, { jwt })).statusCode).toBe(200)
  return 'caballo-verde-9'
}

async function recoveryRecipients(email: string) {
  expect((await server().send('requestRecovery', { email })).statusCode).toBe(200)
  return (await deliverMails(server())).map(({ to }) => to)
}

const signInAndReadStudents = async (email: string, password: string): Promise<string[]> => {
  const response = await server().login(email, password)
  expect(response.statusCode).toBe(200)
  return response
    .json()
    .parent.students.map(({ rut }: { rut: string }) => rut)
    .sort()
}

setupPreparedDatabase(server, async () => {
  await query('truncate attempts')
  expect((await run(schoolFolder, '--apply')).isDone).toBe(true)
  await deliverMails(server())
})

type Attack = [what: string, guardian: SecondGuardian, write: typeof writeSecondSchool]
const RUN_ATTACK: Attack = ['the RUN of', ANDREA, writeSecondSchool]
const PASSPORT_IN_ROSTER_ATTACK: Attack = ['the passport, in OneRoster, of', MARIE, writeSecondRoster]
const ATTACK_TITLE = 'a delivery of another school with %s a guardian and another e-mail'

function testAttack(_: string, guardian: SecondGuardian, write: typeof writeSecondSchool) {
  const attack = () => write(folder(), { ...guardian, email: STRANGER_EMAIL })

  it('changes nothing of an invited account, sends no invitation and opens no other mailbox', {
    tags: 'long',
  }, async () => {
    const password = (await passwordOf(server(), await findParentId(guardian.email))) as string
    const before = await readAccounts()
    const delivery = await attack()
    const letters = join(folder(), 'cartas.pdf')
    for (const deliveryOptions of [[], ['--letters', letters]]) {
      const { isDone, output } = await run(delivery, '--apply', ...deliveryOptions)
      expect(isDone).toBe(true)
      expect(output).toContain('1 apoderado tiene vínculos en otro colegio: sus datos no cambian.')
      expect(output).toMatch(
        /fila \d: la persona tiene vínculos en otro colegio: sus datos no cambian \(nombre, correo, /,
      )
      expect(await readAccounts()).toEqual(before)
    }
    await expect(access(letters)).rejects.toThrow('ENOENT')
    expect(await readLinks(guardian.email)).not.toContainEqual(expect.objectContaining({ rbd: SECOND_RBD }))
    for (const typed of [password, 'demo1234'])
      expect((await server().login(STRANGER_EMAIL, typed)).statusCode).toBe(401)
    expect(await recoveryRecipients(STRANGER_EMAIL)).toEqual([])
    expect((await server().login(guardian.email, password)).statusCode).toBe(200)
  })

  it('changes nothing of an account in use', async () => {
    const password = await activateAccount(guardian.email)
    const visibleStudents = await signInAndReadStudents(guardian.email, password)
    await deliverMails(server())
    const before = await readAccounts()
    expect((await run(await attack(), '--apply')).isDone).toBe(true)
    expect(await readAccounts()).toEqual(before)
    expect(await recoveryRecipients(STRANGER_EMAIL)).toEqual([])
    expect(await signInAndReadStudents(guardian.email, password)).toEqual(visibleStudents)
  })

  it('may link its own pupil by the account’s e-mail, and gains no access to the account by it', async () => {
    const before = await readAccounts()
    const first = await run(await write(folder(), guardian), '--apply')
    expect(first.output).toMatch(/^vínculos +1 +0 +0 +0$/m)
    expect(await readAccounts()).toEqual(before)
    expect(await readLinks(guardian.email)).toContainEqual({ rbd: SECOND_RBD, has_access: true })
    const secondDelivery = await attack()
    expect((await run(secondDelivery, '--apply')).output).toMatch(/sus datos no cambian \(nombre, correo, /)
    await expect(run(secondDelivery, '--apply', '--accept-email-changes', '1')).rejects.toThrow(
      'Cambian 0 correos, y --accept-email-changes dice 1: no se guardó nada. Repita sin esa opción.',
    )
    expect(await readAccounts()).toEqual(before)
    expect(await recoveryRecipients(STRANGER_EMAIL)).toEqual([])
    expect(await signInAndReadStudents(guardian.email, await activateAccount(guardian.email))).toContain(
      SECOND_PUPIL_RUN,
    )
  })
}
describe.each([RUN_ATTACK])(ATTACK_TITLE, testAttack)
describe.each([PASSPORT_IN_ROSTER_ATTACK])(ATTACK_TITLE, { tags: 'long' }, testAttack)

describe('a delivery of another school', { tags: 'long' }, () => {
  it('changes nothing even if the guardian’s only links are blocked or of students who left', async () => {
    await query('update student_parents set has_access = false')
    await query(`update enrollments set withdrawn_on = '2026-04-01'`)
    const before = await readAccounts()
    const { output } = await run(
      await writeSecondSchool(folder(), { ...ANDREA, email: STRANGER_EMAIL }),
      '--apply',
    )
    expect(output).toContain('1 apoderado tiene vínculos en otro colegio')
    expect(await readAccounts()).toEqual(before)
  })

  it('changes nothing of an account without links', async () => {
    await query('delete from student_parents')
    const before = await readAccounts()
    const { output } = await run(
      await writeSecondSchool(folder(), { ...ANDREA, email: STRANGER_EMAIL }),
      '--apply',
    )
    expect(output).toContain('la persona no tiene vínculos en este colegio: sus datos no cambian')
    expect(await readAccounts()).toEqual(before)
    expect(await readLinks(ANDREA.email)).toEqual([])
  })

  it('is refused with the e-mail of a guardian who has another document, or only an e-mail', async () => {
    const delivery = await writeSecondSchool(folder(), { ...NEWCOMER, email: ANDREA.email })
    for (const known of ['rut', 'nothing else']) {
      if (known !== 'rut')
        await query('update parents set rut = null, rut_dv = null where email = $1', [ANDREA.email])
      const before = await readAccounts()
      const { isDone, output } = await run(delivery, '--apply')
      expect([isDone, output.includes('el correo ya es de otra cuenta')]).toEqual([false, true])
      expect(await readAccounts()).toEqual(before)
    }
  })

  it('does not get a guardian’s e-mail for a person of its own by giving the guardian another one', async () => {
    const before = await readAccounts()
    const delivery = await writeSecondSchool(folder(), { ...ANDREA, email: STRANGER_EMAIL })
    await appendFile(
      join(delivery, 'apoderados.csv'),
      `\npasaporte;${NEWCOMER.numero};;Otra;Persona;${ANDREA.email};;;`,
    )
    const { isDone, output } = await run(delivery, '--apply')
    expect(isDone).toBe(false)
    expect(output).toContain('fila 3, columna «email»: el correo ya es de otra cuenta')
    expect(await readAccounts()).toEqual(before)
  })

  it('must state its school if there are several, and affects only that of --rbd', async () => {
    await run(await writeSecondSchool(folder(), NEWCOMER), '--apply')
    const before = await readAccounts()
    const delivery = await writeSecondSchool(folder(), { ...ANDREA, email: STRANGER_EMAIL })
    const lone = join(delivery, 'apoderados.csv')
    const unsaid = await run(lone, '--apply')
    expect(unsaid.isDone).toBe(false)
    expect(unsaid.output).toContain('no se sabe de qué establecimiento son sus filas')
    const links = await run(lone, join(delivery, 'vinculos.csv'), '--apply')
    expect(links.output).toContain('no se sabe de qué establecimiento son sus filas, ni las de otro archivo')
    expect(links.output).not.toContain('no existe')
    const secondImport = await run(lone, '--rbd', SECOND_RBD, '--apply')
    expect(secondImport.isDone).toBe(true)
    expect(secondImport.output).toContain(
      `Establecimientos de esta entrega: ${SECOND_RBD} Liceo Puerta del Valle.`,
    )
    expect((await run(lone, '--rbd', '90020-6', '--apply')).output).toContain(
      'no existe el establecimiento 90020-6',
    )
    expect(await readAccounts()).toEqual(before)
  })
})

describe('a guardian who was first imported by a second school with a wrong e-mail', { tags: 'long' }, () => {
  const first = { numero: '42601005', email: STRANGER_EMAIL }
  setupPreparedDatabase(server, async () => {
    await query('truncate establishments, parents restart identity cascade')
    await run(await writeSecondSchool(folder(), first), '--apply')
    await deliverMails(server())
  })

  it('sees no child of the first school until the account has the guardian’s own e-mail', async () => {
    const password = await activateAccount(STRANGER_EMAIL)
    const { output } = await run(schoolFolder, '--apply')
    expect(output).toMatch(
      /vinculos\.csv, fila \d, columna «doc_apoderado»: la cuenta no es de este colegio, y su correo/,
    )
    expect(await signInAndReadStudents(STRANGER_EMAIL, password)).toEqual([SECOND_PUPIL_RUN])
    expect((await run(schoolFolder, '--apply')).output).toMatch(/^vínculos +0 +0 +0 +6$/m)
    expect((await operate(['account', 'set-email', STRANGER_EMAIL, ANDREA.email])).code).toBe(0)
    expect((await run(schoolFolder, '--apply')).output).toMatch(/^vínculos +2 +0 +0 +6$/m)
    expect(await signInAndReadStudents(ANDREA.email, password)).toEqual([
      '40288001',
      '40288227',
      SECOND_PUPIL_RUN,
    ])
    expect((await server().login(STRANGER_EMAIL, password)).statusCode).toBe(401)
  })

  it('sees none of the first school’s students if only the links are imported', async () => {
    const sheets = ['establecimientos', 'periodos', 'cursos', 'alumnos'].map((name) =>
      join(schoolFolder, `${name}.csv`),
    )
    await run(...sheets, '--apply')
    const links = join(folder(), 'vinculos.csv')
    await writeFile(
      links,
      `rbd;run_alumno;doc_apoderado;parentesco;apoderado_economico;acceso\n90003-6;40288001;42601005;madre;si;si`,
    )
    const { isDone, output } = await run(links, '--apply')
    expect([isDone, output.includes('el vínculo no se agrega')]).toEqual([true, true])
    expect(await signInAndReadStudents(STRANGER_EMAIL, await activateAccount(STRANGER_EMAIL))).toEqual([
      SECOND_PUPIL_RUN,
    ])
  })
})
