import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { checkDigit } from '@apoderados/contract/values/rut'
import { mails } from '@apoderados/core/db/tables/messages'
import { parents } from '@apoderados/core/db/tables/people'
import { newRun } from '@apoderados/importer/testing/newRun'
import { createTestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { and, eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it } from 'vitest'
import { setupFolders } from '../../testing/folders.ts'
import { lastAuditLine, passwordOf, setupOperator } from '../../testing/operator.ts'

const server = setupServer()
const operate = setupOperator(server)
const newFolder = setupFolders()
let folder: string
let guardianCount = 0

beforeAll(async () => {
  folder = await newFolder()
})

/** Creates a school with this number of guardians who have never signed in. */
async function createNewcomers(guardians: number) {
  const number = String(50_101 + guardianCount)
  const rbd = `${number}-${checkDigit(number)}`
  const school = await createTestSchool(server(), { rbd })
  const course_id = await school.course()
  const people = []
  for (let created = 0; created < guardians; created += 1) {
    guardianCount += 1
    const student_id = await school.student(newRun().columns)
    await school.enroll(student_id, course_id)
    const email = `nuevo.${guardianCount}@example.com`
    const parent_id = await school.parent({ email, password_hash: null })
    await school.link(parent_id, student_id, { other_type: null, no_access_reason: null })
    people.push({ parent_id, email, student_id })
  }
  return { school, rbd, people }
}

const countInvitationMails = (parent_id: number) =>
  server().db.$count(mails, and(eq(mails.parent_id, parent_id), eq(mails.kind, 'invitation')))

it('is refused without PUBLIC_URL, like a letter and a new password', async () => {
  const { people } = await createNewcomers(1)
  const [{ email, parent_id } = { email: '', parent_id: 0 }] = people
  for (const args of [
    ['invitation', 'send', email, '--mail'],
    ['invitation', 'send', email, '--letters', join(folder, 'sin.pdf')],
    ['invitation', 'letters', join(folder, 'sin.pdf')],
    ['account', 'reset', email, '--mail'],
  ])
    expect(await operate(args, { publicUrl: null })).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(
        /^Falta PUBLIC_URL, la dirección en que las familias abren la aplicación: /,
      ),
    })
  expect(await countInvitationMails(parent_id)).toBe(0)
})

describe('an invitation', () => {
  it('is mailed to one account, and is listed until the account has a password', async () => {
    const { people } = await createNewcomers(1)
    const [{ email, parent_id } = { email: '', parent_id: 0 }] = people
    const waiting = async () => {
      const { output } = await operate(['invitation', 'list', '--json'])
      return JSON.parse(output).find((one: { id: number }) => one.id === parent_id)
    }
    expect(await waiting()).toMatchObject({
      id: parent_id,
      email,
      last_login_at: null,
      invited_until: null,
      has_other_key: false,
    })
    const sent = await operate(['invitation', 'send', email, '--mail'])
    expect(sent).toEqual({
      code: 0,
      output: 'Correos en la cola: 1. El servidor los envía mientras está en marcha.',
      errors: '',
    })
    expect(await countInvitationMails(parent_id)).toBe(1)
    expect(await lastAuditLine(server())).toMatchObject({
      parent_id,
      detail: { command: 'invitation send', invited: 1, by_mail: true },
    })
    expect(await waiting()).toMatchObject({ invited_until: expect.any(String) })
    expect((await operate(['invitations', 'list'])).output).toMatch(
      new RegExp(`^${email} +nunca +rige hasta el \\d\\d-`, 'm'),
    )
    const password = await passwordOf(server(), parent_id)
    const { parent, jwt } = (await server().login(email, password)).json()
    expect(parent.password_changed).toBe(false)
    const change = { current_password: password, new_password: 'tres tristes tigres' }
    expect((await server().send('changePassword', change, { jwt })).statusCode).toBe(200)
    expect(await waiting()).toBeUndefined()
    expect((await operate(['invitation', 'send', email, '--mail'])).errors).toBe(
      'La cuenta ya tiene su contraseña. Para darle otra use account reset.',
    )
  })

  it('is printed as a letter for every account without a password, and for no other', async () => {
    const { people, school, rbd } = await createNewcomers(4)
    const [first, second, blocked, closed] = people
    await server()
      .db.update(parents)
      .set({ is_active: false })
      .where(eq(parents.id, closed?.parent_id ?? 0))
    await school.link(await school.parent({ password_hash: null }), blocked?.student_id ?? 0, {
      has_access: false,
    })
    await operate(['invitation', 'send', first?.email ?? '', '--mail'])
    const firstPassword = await passwordOf(server(), first?.parent_id ?? 0)
    const letters = join(folder, 'cartas.pdf')
    const send = ['invitation', 'send', '--all', '--school', rbd, '--letters', letters]
    expect((await operate(send)).errors).toBe(
      'Falta la confirmación: agregue --yes si nadie puede responder.',
    )
    expect((await operate(send, { responses: ['no'] })).errors).toBe('No se invitó a nadie.')
    expect(await readdir(folder)).toEqual([])
    const sent = await operate(send, { responses: ['si'] })
    expect(sent.output).toBe(`Cartas: 2, en ${letters}. Imprímalas, entréguelas en mano y borre el archivo.`)
    expect((await readFile(letters)).subarray(0, 5).toString()).toBe('%PDF-')
    expect((await stat(letters)).mode & 0o777).toBe(0o600)
    expect(await passwordOf(server(), first?.parent_id ?? 0)).toBe(firstPassword)
    const password = await passwordOf(server(), second?.parent_id ?? 0)
    expect((await server().login(second?.email ?? '', password)).statusCode).toBe(200)
    expect(await countInvitationMails(second?.parent_id ?? 0)).toBe(0)
    expect(await passwordOf(server(), closed?.parent_id ?? 0)).toBeUndefined()
    expect((await operate([...send, '--yes'])).output).toBe('Nadie espera una invitación.')

    const sendAgain = ['invitation', 'send', '--all', '--again', '--school', rbd, '--mail', '--yes']
    expect((await operate(sendAgain)).output).toBe(
      'Correos en la cola: 3. El servidor los envía mientras está en marcha.',
    )
    expect((await server().login(second?.email ?? '', password)).statusCode).toBe(401)
  })

  it('is printed again while it is valid, with the password of the first letter', async () => {
    const { people } = await createNewcomers(2)
    const [first, second] = people
    for (const { email } of people) await operate(['invitation', 'send', email, '--mail'])
    const passwords = [
      await passwordOf(server(), first?.parent_id ?? 0),
      await passwordOf(server(), second?.parent_id ?? 0),
    ]
    await operate(['account', 'close', second?.email ?? ''])
    const letters = join(folder, 'de-nuevo.pdf')
    const printed = await operate(['invitation', 'letters', letters])
    expect(printed.output).toMatch(/^Cartas: \d+, en .+de-nuevo\.pdf\. Imprímalas/)
    const document = await getDocumentProxy(new Uint8Array(await readFile(letters)))
    const { text } = await extractText(document, { mergePages: true })
    expect(passwords.map((password) => text.includes(password ?? '?'))).toEqual([true, false])
    expect((await stat(letters)).mode & 0o777).toBe(0o600)
    expect(await lastAuditLine(server())).toMatchObject({
      detail: { command: 'invitation letters', letters: document.numPages },
    })
    expect((await operate(['invitation', 'letters', letters])).errors).toBe(
      `No se puede: ${letters}: ya existe`,
    )
  })

  it('is printed in no letter if none is valid', async () => {
    await server().db.$client.query('update invitations set expires_at = now()')
    const letters = join(folder, 'ninguna.pdf')
    const { code, output } = await operate(['invitation', 'letters', letters])
    expect([code, output]).toEqual([0, 'No rige ninguna invitación: no hay cartas.'])
    expect(await readdir(folder)).not.toContain('ninguna.pdf')
  })

  it.each([
    [['--mail'], 2, /^Falta <cuenta> o --all: uno de los dos\./],
    [['a@b.cl', '--all', '--mail'], 2, /^Falta <cuenta> o --all: uno de los dos\./],
    [['a@b.cl'], 2, /^Falta --mail o --letters <archivo\.pdf>: uno de los dos\./],
    [['a@b.cl', '--mail', '--letters', 'x.pdf'], 2, /^Falta --mail o --letters/],
    [['nadie@example.com', '--mail'], 1, /^No hay una cuenta con ese correo\.$/],
  ])('rejects the arguments %j', async (args, code, errors) => {
    const refused = await operate(['invitation', 'send', ...args])
    expect(refused.code).toBe(code)
    expect(refused.errors).toMatch(errors)
  })
})
