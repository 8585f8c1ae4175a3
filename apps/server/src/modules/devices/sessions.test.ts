import { attempts, sessions } from '@apoderados/core/db/tables/accounts'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { mails, pushTokens } from '@apoderados/core/db/tables/messages'
import { browserOf } from '@apoderados/testing/accounts/devices'
import { sessionIdOf } from '@apoderados/testing/accounts/sessionIdOf'
import { CAROLINA, CRISTIAN, setupServer } from '@apoderados/testing/testServer'
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { composeMail } from '../../mail/composeMail.ts'

const server = setupServer()
const PASSWORD = { password: 'demo1234' }
const NATIVE = { origin: 'capacitor://localhost', 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)' }
const WINDOWS = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
}

const sessionsOf = async (jwt: string) =>
  (await server().send('getSessions', {}, { jwt })).json().sessions as Record<string, unknown>[]
const statusOf = async (jwt: string) => (await server().send('getProfile', {}, { jwt })).statusCode

beforeEach(async () => {
  await server().db.delete(attempts)
  await server().db.delete(mails)
  await server().db.update(sessions).set({ revoked_at: sql`now()` }).where(isNull(sessions.revoked_at))
})

describe('the sessions of a parent', () => {
  it('are listed with their devices, the caller’s own first and nobody else’s', async () => {
    const phone = await server().signIn(CAROLINA, { headers: NATIVE })
    const own = await server().signIn(CAROLINA, { headers: WINDOWS })
    await server().signIn(CRISTIAN)
    await server()
      .db.update(sessions)
      .set({ last_seen_at: sql`now() + interval '1 second'` })
      .where(eq(sessions.id, sessionIdOf(phone)))
    const at = expect.any(String)
    expect(await sessionsOf(own)).toEqual([
      {
        id: sessionIdOf(own),
        is_current: true,
        client: 'web',
        platform: 'windows',
        browser: 'chrome',
        created_at: at,
        last_seen_at: at,
      },
      {
        id: sessionIdOf(phone),
        is_current: false,
        client: 'native',
        platform: 'iphone',
        browser: null,
        created_at: at,
        last_seen_at: at,
      },
    ])
  })

  it.each([
    [
      'Mozilla/5.0 (Linux; Android 15; SM-S901B) Chrome/140.0 Mobile Safari/537.36',
      'android_phone',
      'chrome',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-X200) SamsungBrowser/28.0 Chrome/140.0',
      'android_tablet',
      'samsung',
    ],
    ['Mozilla/5.0 (iPad; CPU OS 18_0) FxiOS/140.0 Mobile/15E148 Safari/604.1', 'ipad', 'firefox'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 'mac', 'safari'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'windows', 'edge'],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/140.0 Safari/537.36 OPR/110.0', 'chromebook', 'opera'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'linux', 'firefox'],
    ['curl/8.14', null, null],
  ])('say of %s that it is %s with %s', async (userAgent, platform, browser) => {
    const jwt = await server().signIn(CAROLINA, { headers: { 'user-agent': userAgent } })
    expect(await sessionsOf(jwt)).toMatchObject([{ platform, browser }])
  })

  it('are closed one by one: refused at the next call, without their push address, and in the audit', async () => {
    const [own, phone, tablet] = [
      await server().signIn(CAROLINA),
      await server().signIn(CAROLINA),
      await server().signIn(CAROLINA),
    ]
    await server().send('savePushToken', { token: 'un teléfono' }, { jwt: phone })
    const fields = { session_id: sessionIdOf(phone), ...PASSWORD }
    const response = await server().send('closeSessions', fields, { jwt: own })
    expect(response.json()).toEqual({ success: true, message: 'Sesión cerrada en ese dispositivo' })
    expect([await statusOf(phone), await statusOf(tablet), await statusOf(own)]).toEqual([401, 200, 200])
    expect(await server().db.select().from(pushTokens)).toEqual([])
    const isOfPhone = and(eq(auditLog.session_id, sessionIdOf(phone)), eq(auditLog.action, 'session_closed'))
    expect(await server().db.select({ detail: auditLog.detail }).from(auditLog).where(isOfPhone)).toEqual([
      { detail: { closed_by: sessionIdOf(own) } },
    ])
    expect((await server().send('closeSessions', fields, { jwt: own })).statusCode).toBe(404)
  })

  it('are closed at once, but the caller’s own and those of other parents', async () => {
    const others = [await server().signIn(CAROLINA), await server().signIn(CAROLINA)]
    const stranger = await server().signIn(CRISTIAN)
    const own = await server().signIn(CAROLINA)
    const response = await server().send('closeSessions', PASSWORD, { jwt: own })
    expect(response.json().message).toBe('Sesiones cerradas en los otros dispositivos')
    expect(await Promise.all([...others, own, stranger].map(statusOf))).toEqual([401, 401, 200, 200])
  })

  it('are not closed from outside: another parent’s, and the caller’s own, are not found', async () => {
    const [own, stranger] = [await server().signIn(CAROLINA), await server().signIn(CRISTIAN)]
    for (const jwt of [stranger, own]) {
      const fields = { session_id: sessionIdOf(jwt), ...PASSWORD }
      expect((await server().send('closeSessions', fields, { jwt: own })).statusCode).toBe(404)
      expect(await statusOf(jwt)).toBe(200)
    }
  })

  it('are not closed without a proof, and wrong passwords are limited with those of the change', async () => {
    const [own, other] = [await server().signIn(CAROLINA), await server().signIn(CAROLINA)]
    expect((await server().send('closeSessions', {}, { jwt: own })).json()).toEqual({
      success: false,
      message: 'La contraseña es requerida',
    })
    const wrong = { password: 'clave-errada' }
    for (let tried = 0; tried < 5; tried += 1) {
      const response = await server().send('closeSessions', wrong, { jwt: own })
      expect([response.statusCode, response.json().message]).toEqual([400, 'Contraseña actual incorrecta'])
    }
    const change = { current_password: 'clave-errada', new_password: 'tres-tristes-tigres' }
    await server().send('changePassword', change, { jwt: own })
    expect((await server().send('closeSessions', PASSWORD, { jwt: own })).statusCode).toBe(429)
    expect(await statusOf(other)).toBe(200)
    const [failed] = await server()
      .db.select({ number: count() })
      .from(auditLog)
      .where(and(eq(auditLog.action, 'proof_failed'), eq(auditLog.session_id, sessionIdOf(own))))
    expect(failed?.number).toBe(5)
    expect((await server().login(CAROLINA)).statusCode).toBe(200) // attempts in a session do not lock the sign-in
  })
})

describe('the mail about a new device', () => {
  const queued = () => server().db.select({ kind: mails.kind }).from(mails).orderBy(desc(mails.queued_at))

  it('is sent at the first sign-in from a device, and not at the next', async () => {
    const device = browserOf(server, '10.60.0.1')
    await device.login(CAROLINA)
    expect(await queued()).toEqual([{ kind: 'new_device' }])
    await device.login(CAROLINA)
    expect(await queued()).toHaveLength(1)
    await device.login(CAROLINA, 'clave-errada')
    expect(await queued()).toHaveLength(1)
  })

  it('names the device and what to do, and no student', async () => {
    await server().signIn(CAROLINA, { headers: NATIVE })
    const [mail] = await server().db.select().from(mails)
    const due = { ...mail, name: 'Carolina', email: CAROLINA, time_zone: 'America/Santiago' }
    const { db, keys, links } = server().services
    const text = await composeMail(db, due as never, { keys, links, publicUrl: undefined })
    expect(text?.subject).toBe('Ingresaste desde un dispositivo nuevo')
    expect(text?.text).toContain('desde un iPhone, con la aplicación')
    expect(text?.text).toContain('Configuraciones, Dispositivos')
    expect(text?.text).not.toContain('Martina')
  })
})
