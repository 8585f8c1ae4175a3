import { removeExpiredChallenges } from '@apoderados/core/accounts/passkeys'
import { attempts, passkeys, usedChallenges } from '@apoderados/core/db/tables/accounts'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { mails } from '@apoderados/core/db/tables/messages'
import { revealCode } from '@apoderados/core/secrets/oneTimeCodes'
import { browserOf } from '@apoderados/testing/accounts/devices'
import { createPasskeyDevice } from '@apoderados/testing/accounts/passkeyDevice'
import { sessionIdOf } from '@apoderados/testing/accounts/sessionIdOf'
import { CAROLINA, CRISTIAN, FAMILIES_ORIGIN, setupServer } from '@apoderados/testing/testServer'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { relyingPartyOf } from '../../auth/webauthn.ts'

const server = setupServer({ publicUrl: FAMILIES_ORIGIN })
const withoutName = setupServer({ secondProcessOf: server })
const PASSWORD = { password: 'demo1234' }

const optionsOf = async (
  name: 'startPasskey' | 'startPasskeyProof' | 'startPasskeySignIn',
  fields: object,
  jwt?: string,
) => (await server().send(name, { ...fields }, { jwt })).json().options

/** Adds a passkey to the account of `jwt` and returns the device that holds it. */
async function addPasskey(jwt: string, device = createPasskeyDevice(FAMILIES_ORIGIN)) {
  const options = await optionsOf('startPasskey', PASSWORD, jwt)
  const passkey = device.create(options)
  const response = await server().send('addPasskey', { name: 'Mi teléfono', passkey }, { jwt })
  return { device, response, options, passkey }
}
const signInWith = async (device: ReturnType<typeof createPasskeyDevice>, from = server) => {
  const passkey = device.get(await optionsOf('startPasskeySignIn', {}))
  return from().send('signInWithPasskey', { passkey })
}
const passkeysOf = async (jwt: string) =>
  (await server().send('getPasskeys', {}, { jwt })).json().passkeys as { id: string; name: string }[]

beforeEach(async () => {
  for (const table of [passkeys, attempts, mails]) await server().db.delete(table)
})

describe('a passkey', () => {
  it('is bound to the host of PUBLIC_URL, asks for the person, and is told to the parent by mail', async () => {
    const jwt = await server().signIn(CAROLINA)
    await server().db.delete(mails)
    const { response, options } = await addPasskey(jwt)
    expect(options).toMatchObject({
      rp: { id: 'app.colegio.cl' },
      user: { name: CAROLINA },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(response.json()).toEqual({ success: true, message: 'Llave de acceso agregada' })
    const at = expect.any(String)
    expect(await passkeysOf(jwt)).toEqual([
      { id: at, name: 'Mi teléfono', created_at: at, last_used_at: null },
    ])
    expect(await server().db.select({ kind: mails.kind }).from(mails)).toEqual([{ kind: 'passkeys_changed' }])
    expect(await passkeysOf(await server().signIn(CRISTIAN))).toEqual([])
  })

  it('signs its parent in without e-mail and password, and is then used', async () => {
    const { device } = await addPasskey(await server().signIn(CAROLINA))
    const response = await signInWith(device)
    expect(response.json()).toMatchObject({ success: true, parent: { email: CAROLINA } })
    const { jwt } = response.json()
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(200)
    expect(await passkeysOf(jwt)).toMatchObject([{ last_used_at: expect.any(String) }])
    expect(String(response.headers['set-cookie'])).toContain('__Host-device=')
  })

  it('closes other sessions and removes itself instead of the password', async () => {
    const [other, own] = [await server().signIn(CAROLINA), await server().signIn(CAROLINA)]
    const { device } = await addPasskey(own)
    const proof = async () => ({ passkey: device.get(await optionsOf('startPasskeyProof', {}, own)) })
    expect((await server().send('closeSessions', await proof(), { jwt: own })).statusCode).toBe(200)
    expect((await server().send('getProfile', {}, { jwt: other })).statusCode).toBe(401)
    const [{ id: passkey_id } = { id: '' }] = await passkeysOf(own)
    const removed = await server().send('removePasskey', { passkey_id, ...(await proof()) }, { jwt: own })
    expect(removed.json().message).toBe('Llave de acceso eliminada')
    expect((await signInWith(device)).statusCode).toBe(401)
  })

  it('is removed by its own parent alone', async () => {
    const own = await server().signIn(CAROLINA)
    await addPasskey(own)
    const [{ id: passkey_id } = { id: '' }] = await passkeysOf(own)
    const stranger = await server().signIn(CRISTIAN)
    const fields = { passkey_id, ...PASSWORD }
    expect((await server().send('removePasskey', fields, { jwt: stranger })).statusCode).toBe(404)
    expect(
      (await server().send('removePasskey', { passkey_id, password: 'x' }, { jwt: own })).statusCode,
    ).toBe(400)
    expect(await passkeysOf(own)).toHaveLength(1)
  })

  it('is forgotten by a recovery of the account, as somebody else may have added it', async () => {
    const { device } = await addPasskey(await server().signIn(CAROLINA))
    await server().db.delete(mails)
    await server().send('requestRecovery', { email: CAROLINA })
    const [mail] = await server().db.select().from(mails)
    const token = revealCode(server().services.keys, 'recovery', mail?.seed ?? '')
    const fields = { email: CAROLINA, token, new_password: 'demo1234' }
    expect((await server().send('confirmRecovery', fields)).statusCode).toBe(200)
    expect((await signInWith(device)).statusCode).toBe(401)
  })

  it('is one of at most ten', async () => {
    const jwt = await server().signIn(CAROLINA)
    for (let number = 0; number < 10; number += 1) await addPasskey(jwt)
    const refused = await server().send('startPasskey', PASSWORD, { jwt })
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('10 llaves')])
  })
})

describe('a challenge', () => {
  it('is answered once', async () => {
    const jwt = await server().signIn(CAROLINA)
    const { device, passkey } = await addPasskey(jwt)
    expect((await server().send('addPasskey', { name: 'x', passkey }, { jwt })).statusCode).toBe(400)
    const answer = device.get(await optionsOf('startPasskeySignIn', {}))
    const answers = [answer, answer].map((passkey) => server().send('signInWithPasskey', { passkey }))
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([200, 401])
    await server().db.update(usedChallenges).set({ expires_at: sql`now() - interval '1 second'` })
    await removeExpiredChallenges(server().db)
    expect(await server().db.select().from(usedChallenges)).toEqual([])
  })

  it('is good for one use in one session, and for an hour', async () => {
    const [own, second] = [await server().signIn(CAROLINA), await server().signIn(CAROLINA)]
    const { device } = await addPasskey(own)
    const proof = await optionsOf('startPasskeyProof', {}, own)
    const answer = () => ({ passkey: device.get(proof) })
    expect((await server().send('signInWithPasskey', answer())).statusCode).toBe(401)
    expect((await server().send('closeSessions', answer(), { jwt: second })).statusCode).toBe(400)
    const made = await optionsOf('startPasskey', PASSWORD, own)
    const fields = { name: 'x', passkey: createPasskeyDevice(FAMILIES_ORIGIN).create(made) }
    expect((await server().send('addPasskey', fields, { jwt: second })).statusCode).toBe(400)
    const old = await optionsOf('startPasskeySignIn', {})
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_001 })
    expect((await server().send('signInWithPasskey', { passkey: device.get(old) })).statusCode).toBe(401)
    vi.useRealTimers()
  })

  it('of another server, or for another site, is refused', async () => {
    const { device } = await addPasskey(await server().signIn(CAROLINA))
    const { challenge } = await optionsOf('startPasskeySignIn', {})
    const forged = Buffer.from('AAAA.9999999999999.AAAA').toString('base64url')
    for (const passkey of [
      device.get({ challenge: forged }),
      device.get({ challenge }, 'https://otro.example.com'),
      { id: 'AAAA' },
    ])
      expect((await server().send('signInWithPasskey', { passkey })).statusCode).toBe(401)
  })
})

describe('the server', () => {
  it('refuses a passkey whose device did not check the person', async () => {
    const jwt = await server().signIn(CAROLINA)
    const careless = createPasskeyDevice(FAMILIES_ORIGIN, { isVerifying: false })
    expect((await addPasskey(jwt, careless)).response.statusCode).toBe(400)
  })

  it('asks for the password before it adds one', async () => {
    const jwt = await server().signIn(CAROLINA)
    expect((await server().send('startPasskey', { password: 'clave-errada' }, { jwt })).statusCode).toBe(400)
    const failed = await server()
      .db.select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.session_id, sessionIdOf(jwt)))
    expect(failed).toContainEqual({ action: 'proof_failed' })
  })

  it('limits wrong answers of an address, and not the account', async () => {
    const { device } = await addPasskey(await server().signIn(CAROLINA))
    const attacker = browserOf(server, '10.61.0.1')
    const statuses = new Set<number>()
    for (let tried = 0; tried < 241; tried += 1)
      statuses.add((await attacker.send('signInWithPasskey', { passkey: { id: 'AAAA' } })).statusCode)
    expect([...statuses]).toEqual([401, 429])
    expect((await signInWith(device)).statusCode).toBe(200)
  })

  it('has no passkeys without a name in PUBLIC_URL', async () => {
    const jwt = await server().signIn(CAROLINA)
    const { device } = await addPasskey(jwt)
    expect((await withoutName().send('getPasskeys', {}, { jwt })).statusCode).toBe(404)
    expect((await withoutName().send('startPasskeySignIn')).statusCode).toBe(404)
    expect((await signInWith(device, withoutName)).statusCode).toBe(404)
    expect(relyingPartyOf('http://127.0.0.1:3000')).toBeUndefined()
    expect(relyingPartyOf('http://localhost:3000')).toEqual({
      origin: 'http://localhost:3000',
      rpId: 'localhost',
    })
  })
})
