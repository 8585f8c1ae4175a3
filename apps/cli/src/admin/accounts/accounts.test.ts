import { accountAttemptKey } from '@apoderados/core/accounts/attemptKeys'
import { attempts, knownDevices } from '@apoderados/core/db/tables/accounts'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { parents } from '@apoderados/core/db/tables/people'
import { inviteParents } from '@apoderados/core/invitations/invitations'
import { newRun } from '@apoderados/importer/testing/newRun'
import { fillAttempts } from '@apoderados/testing/accounts/attempts'
import { createTestSchool } from '@apoderados/testing/testSchool'
import { DANIELA, setupServer } from '@apoderados/testing/testServer'
import { and, eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { deliverMails } from '../../testing/deliverMails.ts'
import { setupGuardians } from '../../testing/guardians.ts'
import { lastAuditLine, passwordOf, setupOperator } from '../../testing/operator.ts'

const server = setupServer()
const operate = setupOperator(server)

const createGuardian = setupGuardians(server)

const readParent = async (parent_id: number) => {
  const [row] = await server().db.select().from(parents).where(eq(parents.id, parent_id))
  return row
}

describe('an account locked by failed sign-ins', () => {
  it('is listed and unlocked', async () => {
    const { email, parent_id } = await createGuardian()
    await server().db.delete(attempts)
    await fillAttempts(server().db, { key: accountAttemptKey(server().services.keys, email) }, 50)
    expect((await server().login(email)).statusCode).toBe(429)
    const listed = await operate(['account', 'list', '--locked', '--json'])
    expect(JSON.parse(listed.output)).toMatchObject([{ email, state: 'bloqueada' }])
    expect((await operate(['account', 'unlock', email])).output).toBe('Cuenta desbloqueada.')
    expect(await lastAuditLine(server())).toMatchObject({ parent_id, detail: { command: 'account unlock' } })
    expect((await server().login(email)).statusCode).toBe(200)
    expect((await operate(['account', 'unlock', email])).output).toBe(
      'La cuenta no estaba bloqueada. Se olvidaron sus intentos.',
    )
  })
})

describe('a closed account', () => {
  it('loses its sessions and devices, and refuses sign-ins until it is reopened', async () => {
    const { email, call, parent_id } = await createGuardian()
    const devices = eq(knownDevices.parent_id, parent_id)
    expect(await server().db.$count(knownDevices, devices)).toBe(1) // The device of the guardian's sign-in.
    const closed = await operate(['account', 'close', email])
    expect(closed.output).toBe('Cuenta cerrada. Sus sesiones terminaron en todos los dispositivos.')
    expect(await server().db.$count(knownDevices, devices)).toBe(0)
    expect((await call('getProfile')).statusCode).toBe(401)
    expect((await server().login(email)).statusCode).toBe(401)
    expect((await operate(['account', 'close', email])).errors).toBe('La cuenta ya estaba cerrada.')
    expect((await operate(['account', 'open', email])).output).toBe('Cuenta abierta.')
    expect(await lastAuditLine(server())).toMatchObject({ parent_id, detail: { command: 'account open' } })
    expect((await call('getProfile')).statusCode).toBe(401)
    expect((await server().login(email)).statusCode).toBe(200)
    expect((await operate(['account', 'open', email])).errors).toBe('La cuenta ya estaba abierta.')
  })
})

describe('a changed e-mail', () => {
  const stepsOf = (parent_id: number) =>
    server()
      .db.select({ action: auditLog.action, detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.parent_id, parent_id), inArray(auditLog.action, ['operator', 'email_changed'])))
      .orderBy(auditLog.id)

  it('is valid for the next sign-in, and the old address is notified', async () => {
    const { email, call, parent_id } = await createGuardian()
    await server().send('requestRecovery', { email })
    const done = await operate(['account', 'set-email', email, '  Nueva.Casilla@Example.com '])
    expect([done.code, done.output.split('\n')]).toEqual([
      0,
      [
        'Correo cambiado. Las sesiones de la cuenta terminaron.',
        'El aviso al correo anterior está en la cola: sale mientras el servidor está en marcha.',
        'Corríjalo también en sus planillas: mientras traigan otro, la importación lo avisa.',
      ],
    ])
    expect(await readParent(parent_id)).toMatchObject({ email_by_operator: true })
    expect((await call('getProfile')).statusCode).toBe(401)
    expect((await server().login(email)).statusCode).toBe(401)
    expect((await server().login('nueva.casilla@example.com')).statusCode).toBe(200)
    const command = expect.objectContaining({ command: 'account set-email' })
    expect(await stepsOf(parent_id)).toEqual([
      { action: 'email_changed', detail: command },
      { action: 'operator', detail: command },
    ])
  })

  it('is notified to the old address without the new one, and no code reaches either', async () => {
    const { email } = await createGuardian()
    await deliverMails(server())
    await server().send('requestRecovery', { email })
    await operate(['account', 'set-email', email, `otra.${email}`])
    const mails = await deliverMails(server())
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'El correo de tu cuenta cambió']])
    expect(mails[0]?.text).toContain('Si no lo pediste tú, avisa al colegio hoy mismo')
    expect(JSON.stringify(mails)).not.toContain(`otra.${email}`)
    const { rows } = await server().db.$client.query('select 1 from mails where recipient is not null')
    expect(rows).toEqual([])
  })

  it('voids a one-time password, creates no other and prints how to invite again', async () => {
    const { email, parent_id } = await createGuardian({ password_hash: null, last_login_at: null })
    const { keys } = server().services
    await server().db.transaction((all) => inviteParents(all, keys, [parent_id], { byMail: true }))
    const password = await passwordOf(server(), parent_id)
    expect(password).toMatch(/^\w{4}-\w{4}-\w{5}$/)
    const done = await operate(['account', 'set-email', email, `bien.${email}`])
    expect(done.output).toMatch(
      new RegExp(`Para invitar de nuevo:\n  npm run admin -- invitation send bien.${email} --mail$`),
    )
    for (const address of [email, `bien.${email}`])
      expect((await server().login(address, password)).statusCode).toBe(401)
    const mails = await deliverMails(server())
    expect(mails.map(({ to }) => to)).toEqual([email])
    expect((await operate(['invitation', 'send', `bien.${email}`, '--mail'])).code).toBe(0)
    const renewed = await passwordOf(server(), parent_id)
    expect((await server().login(`bien.${email}`, renewed)).statusCode).toBe(200)
  })

  it('is refused if it is invalid, belongs to another account or is unchanged', async () => {
    const { email } = await createGuardian()
    const set = (typed: string) => operate(['account', 'set-email', email, typed])
    const refused = (errors: string) => ({ code: 1, output: '', errors })
    expect(await set('mal escrito')).toEqual(refused('Ese correo no está bien escrito.'))
    expect(await set(DANIELA.toUpperCase())).toEqual(refused('Otra cuenta ya tiene ese correo.'))
    expect(await set(email)).toEqual(refused('La cuenta ya tiene ese correo.'))
    expect((await server().login(email)).statusCode).toBe(200)
  })
})

describe('a changed RUT', () => {
  it('replaces a passport, and is refused if another account has it', async () => {
    const { parent_id, email } = await createGuardian({
      rut: null,
      rut_dv: null,
      foreign_document: 'passport:AB123456',
    })
    const run = newRun()
    const done = await operate(['account', 'set-rut', 'PASSPORT:ab123456', run.typed])
    expect([done.code, done.output]).toEqual([
      0,
      'RUT cambiado. Corríjalo también en sus planillas: la importación reconoce por él al apoderado.',
    ])
    expect(await readParent(parent_id)).toMatchObject({ ...run.columns, foreign_document: null })
    const other = await createGuardian()
    const set = (typed: string) => operate(['account', 'set-rut', other.email, typed])
    expect((await set(run.typed)).errors).toBe('Otra cuenta ya tiene ese RUT.')
    expect((await set(other.rut)).errors).toBe('La cuenta ya tiene ese RUT.')
    expect((await set('60.803.000-K')).errors).toMatch(/^Ese RUN no es válido\./)
    expect((await operate(['account', 'set-rut', email, other.rut])).code).toBe(1)
  })
})

describe('a guardian’s sharing choice', () => {
  it('shows phone and e-mail to the course, and hides them again', async () => {
    const school = await createTestSchool(server())
    const course_id = await school.course()
    const email = 'comparte@example.com'
    const { parent_id } = await school.family(course_id, { parent: { email, phone: '+56900000009' } })
    const neighbour = await school.family(course_id)
    const contactsSeen = async () => {
      const { classmates } = (await neighbour.ask('getClassmates')).json()
      return classmates[0].parents.map((one: { phone: string; email: string }) => [one.phone, one.email])
    }
    expect(await contactsSeen()).toEqual([[null, null]])
    const shared = await operate(['account', 'share', email, '--phone', 'sí'])
    expect(shared.output).toBe('Muestra a su curso: teléfono sí, correo no. Rige desde ya.')
    expect(await contactsSeen()).toEqual([['+56900000009', null]])
    await operate(['account', 'share', email, '--phone', 'no', '--email', 'SI'])
    expect(await contactsSeen()).toEqual([[null, email]])
    expect(await readParent(parent_id)).toMatchObject({ withdrew_phone: true, withdrew_email: false })
    expect(await lastAuditLine(server())).toMatchObject({
      parent_id,
      detail: { command: 'account share', phone: false, email: true },
    })
    await operate(['account', 'share', email, '--phone', 'si'])
    expect(await readParent(parent_id)).toMatchObject({ withdrew_phone: false, withdrew_email: false })
  })
})
