import { attempts } from '@apoderados/core/db/tables/accounts'
import { mails } from '@apoderados/core/db/tables/messages'
import { staffSessions } from '@apoderados/core/db/tables/staff'
import { createOfficeBrowser, DIRECTION, SECRETARY, setupOffice } from '@apoderados/testing/officeServer'
import { OFFICE_ORIGIN, setupServer } from '@apoderados/testing/testServer'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createOfficeApp } from '../officeApp.ts'

const server = setupServer()
const office = setupOffice(server)

describe('a sign-in', () => {
  it('takes the password, then the second factor, and names schools, roles and permissions', async () => {
    const browser = office.browser()
    const first = await browser.send('signIn', { email: SECRETARY, password: 'demo1234' })
    expect(first.json()).toEqual({ success: true, factors: { totp: true, passkey: false } })
    expect(first.headers['set-cookie']).toMatch(/^office=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await browser.send('getMe')).statusCode).toBe(401)
    const passwordCookie = browser.cookie()
    const second = await browser.send('proveFactor', { code: await office.freshCode() })
    expect(second.statusCode).toBe(200)
    expect(browser.cookie()).not.toBe(passwordCookie)
    expect((await browser.send('getMe')).json()).toEqual(second.json())
    const [aromos] = second.json().schools
    expect(second.json()).toMatchObject({ name: 'Marisol Toledo Parra', email: SECRETARY })
    expect(second.json().schools).toHaveLength(2)
    expect(aromos).toMatchObject({ name: 'Colegio Los Aromos de La Florida', role: 'secretary' })
    expect(aromos.permissions).toContain('loads.run')
    expect(aromos.permissions).not.toContain('people.block')
  })

  it('does not tell a wrong password from an unknown e-mail', async () => {
    const responses = await Promise.all(
      [DIRECTION, 'nadie@example.com'].map((email) =>
        office.browser().send('signIn', { email, password: 'no-es-esta' }),
      ),
    )
    for (const response of responses) {
      expect(response.statusCode).toBe(401)
      expect(response.json()).toEqual({ success: false, message: 'Credenciales inválidas' })
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  })

  it('takes as many hashes and statements for an unknown e-mail as for a known one', async () => {
    const hashes = vi.spyOn(server().services.passwords, 'matches')
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    const costs: number[][] = []
    for (const email of [DIRECTION, 'nadie@example.com', 'nadie.mas@example.com']) {
      hashes.mockClear()
      statements.mockClear()
      await office.browser().send('signIn', { email, password: 'no-es-esta' })
      costs.push([hashes.mock.calls.length, statements.mock.calls.length])
    }
    statements.mockRestore()
    hashes.mockRestore()
    expect(costs[0]?.[0]).toBe(1)
    expect(new Set(costs.map(String)).size).toBe(1)
  })

  it('is slowed down after five wrong passwords for an e-mail, known or not', async () => {
    for (const email of [SECRETARY, 'nadie.jamas@example.com']) {
      const statuses: number[] = []
      for (let attempt = 0; attempt < 8; attempt += 1) {
        const response = await office.browser().send('signIn', { email, password: 'no-es-esta' })
        statuses.push(response.statusCode)
      }
      expect([email, statuses.slice(0, 5), statuses.at(-1)]).toEqual([email, Array(5).fill(401), 429])
      const limited = await office.browser().send('signIn', { email, password: 'no-es-esta' })
      expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
      expect(limited.json().message).toMatch(/^Demasiados intentos\. Podrá probar en/)
    }
    await server().db.delete(attempts)
  })

  it('ends with the sign-out, in which the browser forgets the cookie', async () => {
    const browser = await office.signIn(DIRECTION)
    const copy = browser.cookie()
    const out = await browser.send('signOut')
    expect(out.json()).toEqual({ success: true, message: 'Sesión cerrada' })
    expect(out.headers['set-cookie']).toMatch(/^office=; Max-Age=0/)
    browser.setCookie(copy)
    expect((await browser.send('getMe')).statusCode).toBe(401)
  })
})

describe('a session', () => {
  it.each([
    ['30 minutes without use', { last_seen_at: sql`now() - interval '30 minutes'` }],
    ['12 hours, in use or not', { expires_at: sql`created_at` }],
  ])('ends after %s', async (_, moved) => {
    const browser = await office.signIn(DIRECTION)
    expect((await browser.send('getMe')).statusCode).toBe(200)
    await server().db.update(staffSessions).set(moved)
    expect((await browser.send('getMe')).statusCode).toBe(401)
  })

  it('lasts 12 hours from the second factor, and 10 minutes before it', async () => {
    const lifetimeOf = async () => {
      const [row] = await server()
        .db.select({ minutes: sql<number>`extract(epoch from expires_at - created_at)::int / 60` })
        .from(staffSessions)
        .orderBy(sql`created_at desc`)
        .limit(1)
      return row?.minutes
    }
    await office.withPassword(DIRECTION)
    expect(await lifetimeOf()).toBe(10)
    await office.signIn(DIRECTION)
    expect(await lifetimeOf()).toBe(720)
  })

  it('is stored without its token', async () => {
    const browser = await office.signIn(DIRECTION)
    const [, token = ''] = browser.cookie()?.split('=') ?? []
    const rows = await server().db.select().from(staffSessions)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

it('a change of the sign-in is told to the person by mail, and so is a used recovery code', async () => {
  const { db } = server()
  const told = () => db.$count(mails, eq(mails.kind, 'staff_security'))
  const browser = await office.signIn(DIRECTION)
  const before = await told()
  const { codes } = (await browser.send('replaceRecoveryCodes')).json()
  expect(await told()).toBe(before + 1)
  const withCode = await office.withPassword(DIRECTION)
  expect((await withCode.send('proveFactor', { recovery_code: codes[0] })).statusCode).toBe(200)
  expect(await told()).toBe(before + 2)
  const passwords = { current_password: 'demo1234', new_password: 'una frase larga y nueva' }
  expect((await browser.send('changeStaffPassword', passwords)).statusCode).toBe(200)
  expect(await told()).toBe(before + 3)
  await office.restore(DIRECTION)
})

describe('the two listeners', () => {
  it('know none of each other’s paths', async () => {
    const { app } = server()
    const paths = ['/api/v1/office/me', '/api/v1/office/session']
    for (const url of paths) expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 404])
    const families = ['/api/v1/mobile/parent/auth/profile', '/api/v1/mobile/parent/news']
    for (const url of families)
      expect([url, (await office.app().inject({ url })).statusCode]).toEqual([url, 404])
  })

  it('accept no session of each other', async () => {
    const jwt = await server().signIn('apoderada@example.com')
    const asParent = createOfficeBrowser(office.app())
    asParent.setCookie(`office=${jwt}`)
    const headers = { authorization: `Bearer ${jwt}` }
    expect((await asParent.send('getMe', {}, { headers })).statusCode).toBe(401)
    const [name, token = ''] = (await office.signIn(DIRECTION)).cookie()?.split('=') ?? []
    for (const header of [{ cookie: `${name}=${token}` }, { authorization: `Bearer ${token}` }])
      expect((await server().send('getProfile', {}, { headers: header })).statusCode).toBe(401)
  })
})

describe('a write from another site', () => {
  const signInFields = { email: DIRECTION, password: 'demo1234' }
  it.each<[string, Record<string, string>]>([
    ['of another origin', { origin: 'https://evil.example.com' }],
    ['of another port', { origin: 'http://localhost:3000' }],
    ['of a sandboxed page', { origin: 'null' }],
    ['without origin', { origin: '' }],
    ['which the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['which the browser calls same-site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused: %s', async (_, headers) => {
    const browser = await office.signIn(DIRECTION)
    const response = await browser.send('signOut', {}, { headers })
    expect(response.statusCode).toBe(403)
    expect((await browser.send('getMe')).statusCode).toBe(200)
    expect((await office.browser().send('signIn', signInFields, { headers })).statusCode).toBe(403)
  })
})

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'no write is read as %s, which a form of another site can send',
  async (type) => {
    const payload = JSON.stringify({ email: DIRECTION, password: 'demo1234' })
    const headers = { 'content-type': type }
    const response = await office.browser().send('signIn', {}, { payload, headers })
    expect(response.statusCode).toBe(415)
  },
)

it.each([
  [OFFICE_ORIGIN, undefined],
  ['https://oficina.example.com', 'max-age=31536000; includeSubDomains'],
])('at %s the browser is told to use https alone: %s', async (officeUrl, expected) => {
  const config = { trustProxy: [], logLevel: 'silent', officeUrl }
  const { app } = await createOfficeApp(server().services, config)
  onTestFinished(() => app.close())
  const { headers } = await app.inject({ url: '/api/v1/office/me' })
  expect(headers['strict-transport-security']).toBe(expected)
})
