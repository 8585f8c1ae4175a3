import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { invitations, loginFailures, parents, recoveryCodes } from '@apoderados/server/db/schema'
import { ourSchool } from '@apoderados/server/testing/ourSchool'
import { DANIELA, useServer } from '@apoderados/server/testing/testServer'
import { eq, like, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useFolders } from '../testing/folders.ts'
import { useGuardians } from '../testing/guardians.ts'
import { lastNote, newRun, useOperator } from '../testing/operator.ts'

const server = useServer()
const operate = useOperator(server)
const newFolder = useFolders()

const guardian = useGuardians(server)

const readParent = async (parent_id: number) => {
  const [row] = await server().db.select().from(parents).where(eq(parents.id, parent_id))
  return row
}

describe('an account locked by failed sign-ins', () => {
  it('is listed and unlocked', async () => {
    const { email, parent_id } = await guardian()
    await server().db.delete(loginFailures)
    await server().login(email, 'equivocada')
    const blocked_until = sql`now() + interval '1 day'`
    await server().db.update(loginFailures).set({ blocked_until }).where(like(loginFailures.key, 'account:%'))
    expect((await server().login(email)).statusCode).toBe(429)
    const listed = await operate(['account', 'list', '--locked', '--json'])
    expect(JSON.parse(listed.said)).toMatchObject([{ email, state: 'bloqueada' }])
    expect((await operate(['account', 'unlock', email])).said).toBe('Cuenta desbloqueada.')
    expect(await lastNote(server())).toMatchObject({ parent_id, detail: { command: 'account unlock' } })
    expect((await server().login(email)).statusCode).toBe(200)
    expect((await operate(['account', 'unlock', email])).said).toBe(
      'La cuenta no estaba bloqueada. Se olvidaron sus intentos.',
    )
  })
})

describe('a closed account', () => {
  it('ends its sessions and lets nobody in until it is open again', async () => {
    const { email, call, parent_id } = await guardian()
    const closed = await operate(['account', 'close', email])
    expect(closed.said).toBe('Cuenta cerrada. Sus sesiones terminaron en todos los dispositivos.')
    expect((await call('getProfile')).statusCode).toBe(401)
    expect((await server().login(email)).statusCode).toBe(401)
    expect((await operate(['account', 'close', email])).errors).toBe('La cuenta ya estaba cerrada.')
    expect((await operate(['account', 'open', email])).said).toBe('Cuenta abierta.')
    expect(await lastNote(server())).toMatchObject({ parent_id, detail: { command: 'account open' } })
    expect((await call('getProfile')).statusCode).toBe(401)
    expect((await server().login(email)).statusCode).toBe(200)
    expect((await operate(['account', 'open', email])).errors).toBe('La cuenta ya estaba abierta.')
  })
})

describe('a changed e-mail', () => {
  const inFolder = async () => {
    const folder = await newFolder()
    const mails = async () => {
      const names = await readdir(join(folder, 'outbox')).catch(() => [])
      return Promise.all(names.map((name) => readFile(join(folder, 'outbox', name), 'utf8')))
    }
    return { environment: { DATA_DIR: folder }, mails }
  }

  it('is the one to sign in with, and the old address hears of it', async () => {
    const { email, call, parent_id } = await guardian()
    const { environment, mails } = await inFolder()
    await server().send('requestRecovery', { email })
    const done = await operate(['account', 'set-email', email, '  Nueva.Casilla@Example.com '], {
      environment,
    })
    expect(done.code).toBe(0)
    expect(done.said).toMatch(
      /^Correo cambiado. Las sesiones de la cuenta terminaron.\nCorríjalo también en sus planillas: .+\nFalta SMTP_URL, y el aviso al correo anterior no salió: está en .+\.eml\.$/,
    )
    expect(await readParent(parent_id)).toMatchObject({ email_by_operator: true })
    expect((await call('getProfile')).statusCode).toBe(401)
    expect((await server().login(email)).statusCode).toBe(401)
    expect((await server().login('nueva.casilla@example.com')).statusCode).toBe(200)
    const codes = await server().db.select().from(recoveryCodes).where(eq(recoveryCodes.parent_id, parent_id))
    expect(codes).toEqual([])
    const [mail = ''] = await mails()
    expect(mail).toContain(`To: ${email}`)
    expect(mail).not.toContain('nueva.casilla')
    expect(await lastNote(server())).toMatchObject({ parent_id, detail: { command: 'account set-email' } })
  })

  it('stays changed when no mail server takes the notice', async () => {
    const { email } = await guardian()
    const environment = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-responder@example.com' }
    const done = await operate(['account', 'set-email', email, `otra.${email}`], { environment })
    expect([done.code, done.errors]).toEqual([
      0,
      'No se pudo avisar al correo anterior. El cambio quedó hecho.',
    ])
    expect((await server().login(`otra.${email}`)).statusCode).toBe(200)
  })

  it('voids a one-time password, and tells no stranger at a mistaken address', async () => {
    const { email, parent_id } = await guardian()
    await server()
      .db.update(parents)
      .set({ password_hash: null, last_login_at: null })
      .where(eq(parents.id, parent_id))
    await server()
      .db.insert(invitations)
      .values({ parent_id, seed: 's', code: `c${email}`, expires_at: new Date('2100-01-01') })
    const { environment, mails } = await inFolder()
    const done = await operate(['account', 'set-email', email, `bien.${email}`], { environment })
    expect(done.said).toContain(
      'La contraseña de un solo uso que tenía ya no sirve: envíe otra con invitation send.',
    )
    expect(await server().db.select().from(invitations).where(eq(invitations.parent_id, parent_id))).toEqual(
      [],
    )
    expect(await mails()).toEqual([])
  })

  it('is refused when it is badly written, another’s or the same', async () => {
    const { email } = await guardian()
    const set = (typed: string) => operate(['account', 'set-email', email, typed])
    const refused = (errors: string) => ({ code: 1, said: '', errors })
    expect(await set('mal escrito')).toEqual(refused('Ese correo no está bien escrito.'))
    expect(await set(DANIELA.toUpperCase())).toEqual(refused('Otra cuenta ya tiene ese correo.'))
    expect(await set(email)).toEqual(refused('La cuenta ya tiene ese correo.'))
    expect((await server().login(email)).statusCode).toBe(200)
  })
})

describe('a changed RUT', () => {
  it('takes the place of a passport, and is nobody else’s', async () => {
    const { parent_id, email } = await guardian({
      rut: null,
      rut_dv: null,
      foreign_document: 'passport:AB123456',
    })
    const run = newRun()
    const done = await operate(['account', 'set-rut', 'PASSPORT:ab123456', run.typed])
    expect([done.code, done.said]).toEqual([
      0,
      'RUT cambiado. Corríjalo también en sus planillas: la importación reconoce por él al apoderado.',
    ])
    expect(await readParent(parent_id)).toMatchObject({ ...run.columns, foreign_document: null })
    const other = await guardian()
    const set = (typed: string) => operate(['account', 'set-rut', other.email, typed])
    expect((await set(run.typed)).errors).toBe('Otra cuenta ya tiene ese RUT.')
    expect((await set(other.rut)).errors).toBe('La cuenta ya tiene ese RUT.')
    expect((await set('60.803.000-K')).errors).toMatch(/^Ese RUN no es válido\./)
    expect((await operate(['account', 'set-rut', email, other.rut])).code).toBe(1)
  })
})

describe('a guardian’s choice to share', () => {
  it('shows phone and e-mail to the course, and takes them away again', async () => {
    const school = await ourSchool(server())
    const course_id = await school.course()
    const email = 'comparte@example.com'
    const { parent_id } = await school.family(course_id, { parent: { email, phone: '+56900000009' } })
    const neighbour = await school.family(course_id)
    const seen = async () => {
      const { classmates } = (await neighbour.ask('getClassmates')).json()
      return classmates[0].parents.map((one: { phone: string; email: string }) => [one.phone, one.email])
    }
    expect(await seen()).toEqual([[null, null]])
    const on = await operate(['account', 'share', email, '--phone', 'sí'])
    expect(on.said).toBe('Muestra a su curso: teléfono sí, correo no. Rige desde ya.')
    expect(await seen()).toEqual([['+56900000009', null]])
    await operate(['account', 'share', email, '--phone', 'no', '--email', 'SI'])
    expect(await seen()).toEqual([[null, email]])
    expect(await readParent(parent_id)).toMatchObject({ withdrew_phone: true, withdrew_email: false })
    expect(await lastNote(server())).toMatchObject({
      parent_id,
      detail: { command: 'account share', phone: false, email: true },
    })
    await operate(['account', 'share', email, '--phone', 'si'])
    expect(await readParent(parent_id)).toMatchObject({ withdrew_phone: false, withdrew_email: false })
  })

  it('says what it wants', async () => {
    expect(await operate(['account', 'share', DANIELA])).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/^Falta --phone o --email\.\n\naccount share /),
    })
    expect((await operate(['account', 'share', DANIELA, '--phone', 'on'])).errors).toMatch(
      /^--phone es si o no\./,
    )
  })
})
