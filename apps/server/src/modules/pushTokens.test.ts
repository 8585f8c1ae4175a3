import { readFile } from 'node:fs/promises'
import { sessions } from '@apoderados/core/db/tables/accounts'
import { pushTokens } from '@apoderados/core/db/tables/messages'
import { parents } from '@apoderados/core/db/tables/people'
import { removeExpired } from '@apoderados/core/retention/retention'
import { CAROLINA, DANIELA, setupServer } from '@apoderados/testing/testServer'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'

const server = setupServer()
const BROWSER_KEYS = {
  p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url'),
  auth: Buffer.alloc(16, 7).toString('base64url'),
}
const saveToken = (jwt: string, token: string) => server().send('savePushToken', { token }, { jwt })
const removeToken = (jwt: string, token: string) => server().send('deletePushToken', { token }, { jwt })

/** Returns the e-mail of the parent of each saved token. */
async function emailsByToken(): Promise<Record<string, string>> {
  const rows = await server()
    .db.select({ token: pushTokens.token, email: parents.email })
    .from(pushTokens)
    .innerJoin(sessions, eq(sessions.id, pushTokens.session_id))
    .innerJoin(parents, eq(parents.id, sessions.parent_id))
  return Object.fromEntries(rows.map(({ token, email }) => [token, email]))
}

beforeEach(async () => {
  await server().db.delete(pushTokens)
})

describe('a push token', () => {
  it('belongs to the account that saved it last', async () => {
    const [carolina, daniela] = [await server().signIn(CAROLINA), await server().signIn(DANIELA)]
    const response = await saveToken(carolina, 'telefono')
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { success: true, message: 'Notificaciones activadas en este dispositivo' },
    ])
    expect(await emailsByToken()).toEqual({ telefono: CAROLINA })
    await saveToken(daniela, 'telefono')
    expect(await emailsByToken()).toEqual({ telefono: DANIELA })
    await saveToken(daniela, 'telefono')
    expect(await emailsByToken()).toEqual({ telefono: DANIELA })
  })

  it('is of one device, however its subscription or its digits are written', async () => {
    const [carolina, daniela] = [await server().signIn(CAROLINA), await server().signIn(DANIELA)]
    const subscription = (endpoint: string, more = {}) =>
      JSON.stringify({ endpoint, keys: BROWSER_KEYS, ...more })
    const forms = [
      [
        subscription('https://fcm.googleapis.com/fcm/send/a~b'),
        subscription('https://FCM.googleapis.com:443/fcm/send/%61%7eb#otro', { expirationTime: null }),
      ],
      ['ab12'.repeat(16), 'AB12'.repeat(16)],
    ] as const
    for (const [first, second] of forms) {
      await saveToken(carolina, first)
      await saveToken(daniela, second)
      expect(await emailsByToken()).toEqual({ [second]: DANIELA })
      await removeToken(daniela, first)
      expect(await emailsByToken()).toEqual({})
    }
  })

  it('saved twice by an earlier version belongs to the account that saved it last', async () => {
    const [carolina, daniela] = [await server().signIn(CAROLINA), await server().signIn(DANIELA)]
    const endpoint = 'https://fcm.googleapis.com/fcm/send/uno'
    const older = JSON.stringify({ endpoint, keys: BROWSER_KEYS })
    const newer = JSON.stringify({ endpoint, keys: BROWSER_KEYS, expirationTime: null })
    await saveToken(carolina, 'telefono')
    await saveToken(await server().signIn(CAROLINA), older)
    await server().db.execute(
      sql`update push_tokens set token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')`,
    )
    await saveToken(daniela, newer)
    await server().db.execute(
      sql`update push_tokens set token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')`,
    )
    expect(Object.keys(await emailsByToken())).toHaveLength(3)
    const file = '../../../../packages/core/src/db/migrations/0028_push_devices.sql'
    await server().db.$client.query(await readFile(new URL(file, import.meta.url), 'utf8'))
    expect(await emailsByToken()).toEqual({ telefono: CAROLINA, [newer]: DANIELA })
    await saveToken(carolina, older)
    expect(await emailsByToken()).toEqual({ [older]: CAROLINA })
  })

  it('is deleted only by its owner; every caller gets the same response', async () => {
    const [carolina, secondSession, daniela] = [
      await server().signIn(CAROLINA),
      await server().signIn(CAROLINA),
      await server().signIn(DANIELA),
    ]
    await saveToken(carolina, 'telefono')
    const [foreign, unknown] = [await removeToken(daniela, 'telefono'), await removeToken(daniela, 'ninguno')]
    expect(await emailsByToken()).toEqual({ telefono: CAROLINA })
    const ownRemoval = await removeToken(secondSession, 'telefono')
    expect(await emailsByToken()).toEqual({})
    for (const response of [foreign, unknown, ownRemoval]) {
      expect(response.statusCode).toBe(200)
      expect(response.body).toBe(ownRemoval.body)
    }
    expect(ownRemoval.json().success).toBe(true)
  })

  it('replaces the previous one of the same device', async () => {
    const [phone, tablet] = [await server().signIn(CAROLINA), await server().signIn(CAROLINA)]
    await saveToken(phone, 'viejo')
    await saveToken(tablet, 'tableta')
    await saveToken(phone, 'nuevo')
    expect(await emailsByToken()).toEqual({ nuevo: CAROLINA, tableta: CAROLINA })
  })

  it('is saved completely or not at all', async () => {
    const phone = await server().signIn(CAROLINA)
    await saveToken(phone, 'viejo')
    await server().db.execute(sql`create function fail() returns trigger language plpgsql as
      'begin raise exception using errcode = ''53100''; end'`)
    await server().db.execute(sql`create trigger fails before delete on push_tokens execute function fail()`)
    expect((await saveToken(phone, 'nuevo')).statusCode).toBe(503)
    await server().db.execute(sql`drop function fail cascade`)
    expect(await emailsByToken()).toEqual({ viejo: CAROLINA })
  })

  it('ends with its session: by the sign-out, by newer sessions, by expiry, by a closed account', async () => {
    const ending = [
      (jwt: string) => server().send('endSession', {}, { jwt }),
      (jwt: string) => server().send('logout', {}, { jwt }),
    ]
    for (const end of ending) {
      const jwt = await server().signIn(CAROLINA)
      await saveToken(jwt, 'telefono')
      await end(jwt)
      expect(await emailsByToken()).toEqual({})
      expect((await saveToken(jwt, 'telefono')).statusCode).toBe(401)
    }

    await saveToken(await server().signIn(DANIELA), 'tableta')
    await saveToken(await server().signIn(CAROLINA), 'telefono')
    await server().db.execute(sql`update sessions set last_seen_at = now() - interval '15 days'
      where id = (select session_id from push_tokens where token = 'telefono')`)
    await removeExpired(server().db)
    expect(await emailsByToken()).toEqual({ tableta: DANIELA })
    await server().db.update(parents).set({ is_active: false }).where(eq(parents.email, DANIELA))
    await removeExpired(server().db)
    expect(await emailsByToken()).toEqual({})
    await server().db.update(parents).set({ is_active: true })
  })

  it('may have 4096 characters of any kind', async () => {
    const jwt = await server().signIn(CAROLINA)
    for (const token of ['á'.repeat(4096), "'; drop table push_tokens --", '🔔', ' ']) {
      expect((await saveToken(jwt, token)).statusCode).toBe(200)
      expect(await emailsByToken()).toEqual({ [token]: CAROLINA })
    }
  })

  it.each(['x'.repeat(4097), '', 'a\0b', ['x'], null, 7])('cannot be %j', async (token) => {
    const jwt = await server().signIn(CAROLINA)
    for (const name of ['savePushToken', 'deletePushToken'] as const) {
      const response = await server().send(name, { token }, { jwt })
      expect(response.statusCode).toBe(400)
      expect(response.json().message).toMatch(
        /^(El token del dispositivo es requerido|La solicitud no es válida)$/,
      )
    }
  })
})
