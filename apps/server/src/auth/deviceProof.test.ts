import { accountAttemptKey } from '@apoderados/core/accounts/attemptKeys'
import { findKnownDevice, rememberDevice } from '@apoderados/core/accounts/knownDevices'
import { attempts, knownDevices } from '@apoderados/core/db/tables/accounts'
import { parents } from '@apoderados/core/db/tables/people'
import { removeExpired } from '@apoderados/core/retention/retention'
import { type Keys, loadKeys } from '@apoderados/core/secrets/keys'
import { fillAttempts } from '@apoderados/testing/accounts/attempts'
import { browserOf } from '@apoderados/testing/accounts/devices'
import { CAROLINA, CRISTIAN, DANIELA, setupServer } from '@apoderados/testing/testServer'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'

const server = setupServer({ corsOrigins: ['https://app.example.com'] })
const serverBehindTls = setupServer({ secondProcessOf: server, publicUrl: 'https://app.colegio.cl' })
const PROOF_PATTERN = /^[\w-]{43}$/
const CALLER_ADDRESS = '10.50.0.1'
const NATIVE_ORIGIN = 'capacitor://localhost'

const knownDeviceRows = () => server().db.select().from(knownDevices)
const parentIdOf = async (email: string) => {
  const [row] = await server().db.select({ id: parents.id }).from(parents).where(eq(parents.email, email))
  return row?.id as number
}
/** Makes the accounts refuse unknown devices, so that a successful sign-in shows that the device is known. */
const refuseUnknownDevices = async (...emails: string[]) => {
  for (const email of emails)
    await fillAttempts(server().db, { key: accountAttemptKey(server().services.keys, email) }, 50)
}

beforeEach(async () => {
  for (const table of [knownDevices, attempts]) await server().db.delete(table)
})

describe('the proof that a device has signed in before', () => {
  it('is a cookie that scripts and other sites cannot read, and that only this host can set over TLS', async () => {
    const withoutTls = await server().login(CAROLINA)
    expect(withoutTls.headers['set-cookie']).toMatch(
      /^device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    )
    const secure = await serverBehindTls().login(CAROLINA)
    expect(secure.headers['set-cookie']).toMatch(
      /^__Host-device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
    )
    const secondBrowser = browserOf(serverBehindTls, CALLER_ADDRESS)
    await secondBrowser.login(DANIELA)
    await refuseUnknownDevices(DANIELA)
    expect((await secondBrowser.login(DANIELA)).statusCode).toBe(200)
  })

  it('is a header that only the native apps can read, and no cookie for them', async () => {
    const response = await server().login(CAROLINA, 'demo1234', { headers: { origin: NATIVE_ORIGIN } })
    const proof = String(response.headers['x-device-proof'])
    expect(proof).toMatch(PROOF_PATTERN)
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.headers['access-control-expose-headers']).toContain('x-device-proof')
    expect(response.headers['access-control-allow-credentials']).toBeUndefined()
    await refuseUnknownDevices(CAROLINA)
    const headers = { origin: NATIVE_ORIGIN, 'x-device-proof': proof }
    expect((await server().login(CAROLINA, 'demo1234', { headers })).statusCode).toBe(200)
    for (const origin of ['https://app.example.com', 'https://otro.example.com']) {
      const elsewhere = await server().login(DANIELA, 'demo1234', { headers: { origin } })
      expect(elsewhere.headers['x-device-proof']).toBeUndefined()
      expect(String(elsewhere.headers['access-control-expose-headers'])).not.toContain('x-device-proof')
    }
  })

  it('may be sent by the native apps, by the response to their preflight', async () => {
    const { headers } = await server().app.inject({
      method: 'OPTIONS',
      url: '/api/v1/mobile/parent/auth/login',
      headers: { origin: NATIVE_ORIGIN, 'access-control-request-method': 'POST' },
    })
    expect(headers['access-control-allow-headers']).toContain('x-device-proof')
  })

  it('is stored only as a keyed hash, without any data about the device', async () => {
    const device = browserOf(server, CALLER_ADDRESS)
    await device.login(CAROLINA)
    const [row] = await knownDeviceRows()
    expect(Object.keys(row ?? {}).sort()).toEqual(['created_at', 'device', 'last_used_at', 'parent_id'])
    expect(row).toMatchObject({
      device: expect.stringMatching(PROOF_PATTERN),
      parent_id: await parentIdOf(CAROLINA),
    })
    const [, proof = ''] = device.cookie()?.split('=') ?? []
    expect(proof).toMatch(PROOF_PATTERN)
    expect(JSON.stringify(row)).not.toContain(proof)
  })

  it('is not issued for a wrong password, and gives no access by itself', async () => {
    const device = browserOf(server, CALLER_ADDRESS)
    expect((await device.login(CAROLINA, 'clave-errada')).headers['set-cookie']).toBeUndefined()
    await device.send('requestRecovery', { email: CAROLINA })
    expect(device.cookie()).toBeUndefined()
    await device.login(CAROLINA)
    expect((await device.login(CAROLINA, 'clave-errada')).statusCode).toBe(401)
    expect((await device.send('getProfile')).statusCode).toBe(401)
  })

  it.each([
    '',
    '=',
    'x',
    'a'.repeat(42),
    'a'.repeat(43),
    'a'.repeat(44),
    '%00'.repeat(15),
    '"'.repeat(43),
    'ñ'.repeat(43),
    `${'a'.repeat(43)}, ${'b'.repeat(43)}`,
    "' or 1=1 --",
    'a'.repeat(4_000),
  ])('is ignored if it is %s', async (proof) => {
    await refuseUnknownDevices(DANIELA)
    const wrong = { email: CRISTIAN, token: '0000-0000-00000', new_password: 'tres-tristes-tigres' }
    for (const headers of [
      { cookie: `device=${proof}` },
      { origin: NATIVE_ORIGIN, 'x-device-proof': proof },
    ]) {
      expect((await server().login(CAROLINA, 'demo1234', { headers })).statusCode).toBe(200)
      expect((await server().login(DANIELA, 'demo1234', { headers })).statusCode).toBe(429)
      expect((await server().send('requestRecovery', { email: CRISTIAN }, { headers })).statusCode).toBe(200)
      expect((await server().send('confirmRecovery', wrong, { headers })).statusCode).toBe(400)
    }
  })

  it('lasts for several accounts on one device, and for an account on several devices', async () => {
    const [shared, second] = [browserOf(server, CALLER_ADDRESS), browserOf(server, CALLER_ADDRESS)]
    await shared.login(CAROLINA)
    await shared.login(DANIELA)
    await second.login(CAROLINA)
    await refuseUnknownDevices(CAROLINA, DANIELA)
    for (const [device, email] of [
      [shared, CAROLINA],
      [shared, DANIELA],
      [second, CAROLINA],
    ] as const)
      expect((await device.login(email)).statusCode).toBe(200)
    expect((await second.login(DANIELA)).statusCode).toBe(429)
  })

  it('is issued again for an account that did not know it, so that it cannot be planted on a device', async () => {
    const attacker = browserOf(server, CALLER_ADDRESS)
    await attacker.login(DANIELA)
    const planted = String(attacker.cookie())
    const victim = await server().login(CAROLINA, 'demo1234', { headers: { cookie: planted } })
    const cookie = String(victim.headers['set-cookie']).split(';')[0]
    expect(cookie).not.toBe(planted)
    await refuseUnknownDevices(CAROLINA)
    expect((await server().login(CAROLINA, 'demo1234', { headers: { cookie: planted } })).statusCode).toBe(
      429,
    )
    expect((await server().login(CAROLINA, 'demo1234', { headers: { cookie } })).statusCode).toBe(200)
  })

  it('is not lost if a copy of it is used for a sign-in to another account', async () => {
    const owner = browserOf(server, CALLER_ADDRESS)
    await owner.login(CAROLINA)
    await server().login(DANIELA, 'demo1234', { headers: { cookie: String(owner.cookie()) } })
    await refuseUnknownDevices(CAROLINA)
    expect((await owner.login(CAROLINA)).statusCode).toBe(200)
  })

  it('is recognised after a rotation of the secret key, and then counts as one device', async () => {
    const device = browserOf(server, CALLER_ADDRESS)
    await device.login(CAROLINA)
    await refuseUnknownDevices(CAROLINA)
    const before = server().services.keys
    const newer = await loadKeys(['Zx8Qm2Lk9Vb4Nc7Rt1Yw6Hp3Jd5Fg0Sa-uE'], '')
    const proof = String(device.cookie()?.split('=')[1])
    const keys: Keys = [newer[0], ...before]
    const named = await findKnownDevice(server().db, keys, { proof, email: CAROLINA })
    expect(named).toMatch(PROOF_PATTERN)
    const parent_id = await parentIdOf(CAROLINA)
    await server().db.transaction((transaction) =>
      rememberDevice(transaction, keys, { parent_id, proof, previousProof: proof }),
    )
    expect(await findKnownDevice(server().db, keys, { proof, email: CAROLINA })).toBe(named)
    expect(await findKnownDevice(server().db, [newer[0]], { proof, email: CAROLINA })).toBe(named)
  })

  it('survives the sign-out, which clears only the caches', async () => {
    const device = browserOf(server, CALLER_ADDRESS)
    const { jwt } = (await device.login(CAROLINA)).json()
    const ended = await device.send('endSession', {}, { headers: { authorization: `Bearer ${jwt}` } })
    expect([ended.headers['clear-site-data'], ended.headers['set-cookie']]).toEqual(['"cache"', undefined])
    await refuseUnknownDevices(CAROLINA)
    expect((await device.login(CAROLINA)).statusCode).toBe(200)
  })

  it('survives a change of the password on this device', async () => {
    const device = browserOf(server, CALLER_ADDRESS)
    const { jwt } = (await device.login('nuevo@example.com')).json()
    const change = { current_password: 'demo1234', new_password: 'tres-tristes-tigres' }
    expect(
      (await device.send('changePassword', change, { headers: { authorization: `Bearer ${jwt}` } }))
        .statusCode,
    ).toBe(200)
    await refuseUnknownDevices('nuevo@example.com')
    expect((await device.login('nuevo@example.com', 'tres-tristes-tigres')).statusCode).toBe(200)
  })
})

describe('the known devices of an account', () => {
  it('are at most fifty, without the one that was unused for longest', async () => {
    const parent_id = await parentIdOf(CAROLINA)
    const rows = Array.from({ length: 50 }, (_, index) => ({
      device: `older ${index}`,
      parent_id,
      last_used_at: sql`now() - make_interval(days => ${index + 1})`,
    }))
    await server().db.insert(knownDevices).values(rows)
    await browserOf(server, CALLER_ADDRESS).login(CAROLINA)
    const names = (await knownDeviceRows()).map(({ device }) => device)
    expect(names).toHaveLength(50)
    expect(names).not.toContain('older 49')
    expect(names).toContain('older 48')
  })

  it('expire 400 days after their last sign-in', async () => {
    const device = browserOf(server, CALLER_ADDRESS)
    await device.login(CAROLINA)
    const age = (days: number) =>
      server()
        .db.update(knownDevices)
        .set({ last_used_at: sql`now() - make_interval(days => ${days})` })
    await refuseUnknownDevices(CAROLINA)
    await age(399)
    await removeExpired(server().db)
    expect((await device.login(CAROLINA)).statusCode).toBe(200)
    await age(400)
    expect((await device.login(CAROLINA)).statusCode).toBe(429)
    await removeExpired(server().db)
    expect(await knownDeviceRows()).toEqual([])
  })
})
