import { staff, staffFactors, staffInvitations, staffSessions } from '@apoderados/core/db/tables/staff'
import { revealCode } from '@apoderados/core/secrets/oneTimeCodes'
import { createPasskeyDevice } from '@apoderados/testing/accounts/passkeyDevice'
import { DIRECTION, INSPECTION, type OfficeBrowser, setupOffice } from '@apoderados/testing/officeServer'
import { OFFICE_ORIGIN, setupServer } from '@apoderados/testing/testServer'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { codeOf } from './totp.ts'

const server = setupServer()
const office = setupOffice(server)
const PASSWORD = 'caballo verde 19'

async function schoolOf(browser: OfficeBrowser): Promise<number> {
  return (await browser.send('getMe')).json().schools[0].id
}

/** Returns the secret of the link that was mailed to a person. */
async function invitationOf(email: string): Promise<string> {
  const { db, services } = server()
  const [row] = await db
    .select({ seed: staffInvitations.seed })
    .from(staffInvitations)
    .innerJoin(staff, eq(staff.id, staffInvitations.staff_id))
    .where(eq(staff.email, email))
  return revealCode(services.keys, 'staff_invitation', row?.seed ?? '') as string
}

/** A director invites a person, and returns the secret of the link. */
async function invite(email: string, role = 'secretary'): Promise<string> {
  const direction = await office.signIn(DIRECTION)
  const school_id = await schoolOf(direction)
  const response = await direction.send('inviteStaff', { school_id, email, name: 'Ana Rojas', role })
  expect(response.json()).toEqual({ success: true, message: 'Le enviamos el enlace por correo' })
  return invitationOf(email)
}

/** Enrols an invited person with an app of codes, and returns browser, recovery codes and the app's secret. */
async function enrol(email: string) {
  const invitation = await invite(email)
  const browser = office.browser()
  const { secret } = (await browser.send('startEnrolmentTotp', { invitation })).json()
  const fields = { invitation, password: PASSWORD, factor_name: 'Mi teléfono', code: await codeOf(secret) }
  const response = await browser.send('enrol', fields)
  expect(response.statusCode).toBe(200)
  return { browser, invitation, secret, codes: response.json().codes as string[] }
}

describe('an enrolment', () => {
  it('sets password, factor and ten recovery codes at once, and opens a full session', async () => {
    const { browser, codes } = await enrol('ana@example.com')
    expect(new Set(codes).size).toBe(10)
    expect((await browser.send('getMe')).json()).toMatchObject({ email: 'ana@example.com' })
    expect((await browser.send('listFactors')).json()).toMatchObject({
      factors: [{ kind: 'totp', name: 'Mi teléfono' }],
      recovery_codes_left: 10,
    })
    const [row] = await server().db.select().from(staffFactors).orderBy(sql`created_at desc`).limit(1)
    expect(row?.secret).toMatch(/^[0-9a-f]{8}\.[\w-]+$/)
  })

  it('needs a live link, which works once, and a factor that was started', async () => {
    const { invitation } = await enrol('berta@example.com')
    for (const secret of [invitation, '0000-0000-00000', ''])
      expect((await office.browser().send('getEnrolment', { invitation: secret })).statusCode).toBe(400)
    const next = await invite('carla@example.com')
    const fields = { invitation: next, password: PASSWORD, factor_name: 'x', code: '123456' }
    const browser = office.browser()
    expect((await browser.send('enrol', fields)).statusCode).toBe(409)
    await browser.send('startEnrolmentTotp', { invitation: next })
    expect((await browser.send('enrol', { ...fields, code: '000000' })).statusCode).toBe(400)
    expect((await browser.send('enrol', { ...fields, code: undefined })).statusCode).toBe(400)
    expect(browser.cookie()).toBeUndefined()
    await server().db.update(staffInvitations).set({ expires_at: sql`now()` })
    expect((await browser.send('getEnrolment', { invitation: next })).statusCode).toBe(400)
  })

  it.each([
    ['corta 1', 'La contraseña debe tener al menos 12 caracteres'],
    ['diana@example.com', 'Esa contraseña es muy fácil de adivinar. Elija otra.'],
  ])('refuses the password %s', async (password, message) => {
    const email = 'diana@example.com'
    const known = await invitationOf(email).catch(() => undefined)
    const invitation = known ?? (await invite(email))
    const browser = office.browser()
    const { secret } = (await browser.send('startEnrolmentTotp', { invitation })).json()
    const fields = { invitation, password, factor_name: 'x', code: await codeOf(secret) }
    expect((await browser.send('enrol', fields)).json().message).toBe(message)
  })
})

describe('the second factor', () => {
  it('accepts each code and each recovery code once', async () => {
    const { secret, codes } = await enrol('elsa@example.com')
    const signIn = async () => {
      const browser = office.browser()
      await browser.send('signIn', { email: 'elsa@example.com', password: PASSWORD })
      return browser
    }
    // The code of the enrolment counts as used.
    expect((await (await signIn()).send('proveFactor', { code: await codeOf(secret) })).statusCode).toBe(400)
    const recovery = { recovery_code: codes[0]?.toLowerCase() }
    expect((await (await signIn()).send('proveFactor', recovery)).statusCode).toBe(200)
    expect((await (await signIn()).send('proveFactor', recovery)).statusCode).toBe(400)
  })

  it('slows guesses down over all sessions of the account, and lets a recovery code pass', async () => {
    const { codes } = await enrol('flor@example.com')
    const signIn = async () => {
      const browser = office.browser()
      await browser.send('signIn', { email: 'flor@example.com', password: PASSWORD })
      return browser
    }
    const statuses: number[] = []
    for (let count = 0; count < 7; count += 1)
      statuses.push((await (await signIn()).send('proveFactor', { code: '000000' })).statusCode)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429])
    const last = await signIn()
    const slowed = await last.send('proveFactor', { code: '000000' })
    expect(slowed.json().message).toMatch(/^Demasiados intentos\. Podrá probar en \d+ segundos\.$/)
    expect((await last.send('proveFactor', { recovery_code: codes[1] })).statusCode).toBe(200)
  })

  it('takes exactly one proof', async () => {
    const browser = await office.withPassword(INSPECTION)
    for (const proof of [{}, { code: '123456', recovery_code: 'x' }])
      expect((await browser.send('proveFactor', proof)).statusCode).toBe(400)
  })

  it('can be a passkey, whose signature counts for this console, this challenge and once', async () => {
    const { browser } = await enrol('gina@example.com')
    const device = createPasskeyDevice(OFFICE_ORIGIN)
    const { options } = (await browser.send('startPasskey')).json()
    const forged = device.create(options, 'https://evil.example.com')
    expect((await browser.send('addPasskey', { name: 'Llave', passkey: forged })).statusCode).toBe(400)
    const again = (await browser.send('startPasskey')).json().options
    const added = await browser.send('addPasskey', { name: 'Llave', passkey: device.create(again) })
    expect(added.json()).toEqual({ success: true, message: 'Factor agregado' })

    const next = office.browser()
    const first = await next.send('signIn', { email: 'gina@example.com', password: PASSWORD })
    expect(first.json().factors).toEqual({ totp: true, passkey: true })
    const wrong = (await next.send('startPasskeySignIn')).json().options
    const foreign = device.get(wrong, 'https://evil.example.com')
    expect((await next.send('proveFactor', { passkey: foreign })).statusCode).toBe(400)
    expect((await next.send('proveFactor', { passkey: device.get(wrong) })).statusCode).toBe(400)
    const right = (await next.send('startPasskeySignIn')).json().options
    expect((await next.send('proveFactor', { passkey: device.get(right) })).statusCode).toBe(200)
  })
})

describe('a change of the factors', () => {
  it('needs a proof of the last ten minutes, and to replace a factor another one or a recovery code', async () => {
    const { browser, codes } = await enrol('hilda@example.com')
    const [factor] = (await browser.send('listFactors')).json().factors
    const remove = () => browser.send('removeFactor', { id: factor.id })
    expect((await remove()).json()).toMatchObject({ message: expect.stringContaining('único factor') })

    await server().db.update(staffSessions).set({ confirmed_at: sql`now() - interval '10 minutes'` })
    expect((await browser.send('startTotp')).json()).toMatchObject({ reason: 'confirm' })
    await server().db.update(staffSessions).set({ confirmed_at: sql`now()` })

    const { secret } = (await browser.send('startTotp')).json()
    const added = async () => browser.send('addTotp', { name: 'Otro', code: await codeOf(secret) })
    expect((await added()).json()).toMatchObject({ reason: 'confirm_another' })
    expect((await browser.send('confirm', { recovery_code: codes[0] })).statusCode).toBe(200)
    expect((await added()).statusCode).toBe(200)
    const { factors, recovery_codes_left } = (await browser.send('listFactors')).json()
    expect(factors).toMatchObject([{ name: 'Otro' }])
    expect(factors[0].id).not.toBe(factor.id)
    expect(recovery_codes_left).toBe(9)
  })
})
