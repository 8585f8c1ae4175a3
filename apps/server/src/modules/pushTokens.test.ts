import { removeExpired } from '@apoderados/database/retention/retention'
import { parents, pushTokens, sessions } from '@apoderados/database/schema/schema'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { CAROLINA, CRISTIAN, DANIELA, useServer } from '../testing/testServer.ts'

const server = useServer()
const save = (jwt: string, token: string) => server().send('savePushToken', { token }, { jwt })
const remove = (jwt: string, token: string) => server().send('deletePushToken', { token }, { jwt })

/** Returns the parent of each token. */
async function owners(): Promise<Record<string, string>> {
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
    const answer = await save(carolina, 'telefono')
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { success: true, message: 'Notificaciones activadas en este dispositivo' },
    ])
    expect(await owners()).toEqual({ telefono: CAROLINA })
    await save(daniela, 'telefono')
    expect(await owners()).toEqual({ telefono: DANIELA })
    await save(daniela, 'telefono')
    expect(await owners()).toEqual({ telefono: DANIELA })
  })

  it('is deleted only by its owner; every caller gets the same answer', async () => {
    const [carolina, secondSession, daniela] = [
      await server().signIn(CAROLINA),
      await server().signIn(CAROLINA),
      await server().signIn(DANIELA),
    ]
    await save(carolina, 'telefono')
    const [foreign, unknown] = [await remove(daniela, 'telefono'), await remove(daniela, 'ninguno')]
    expect(await owners()).toEqual({ telefono: CAROLINA })
    const ownRemoval = await remove(secondSession, 'telefono')
    expect(await owners()).toEqual({})
    for (const answer of [foreign, unknown, ownRemoval]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe(ownRemoval.body)
    }
    expect(ownRemoval.json().success).toBe(true)
  })

  it('replaces the previous one of the same device', async () => {
    const [phone, tablet] = [await server().signIn(CAROLINA), await server().signIn(CAROLINA)]
    await save(phone, 'viejo')
    await save(tablet, 'tableta')
    await save(phone, 'nuevo')
    expect(await owners()).toEqual({ nuevo: CAROLINA, tableta: CAROLINA })
  })

  it('is saved completely or not at all', async () => {
    const phone = await server().signIn(CAROLINA)
    await save(phone, 'viejo')
    await server().db.execute(sql`create function fail() returns trigger language plpgsql as
      'begin raise exception using errcode = ''53100''; end'`)
    await server().db.execute(sql`create trigger fails before delete on push_tokens execute function fail()`)
    expect((await save(phone, 'nuevo')).statusCode).toBe(503)
    await server().db.execute(sql`drop function fail cascade`)
    expect(await owners()).toEqual({ viejo: CAROLINA })
  })

  it('moves between accounts without an error during concurrent calls', async () => {
    const jwts = [
      await server().signIn(CAROLINA),
      await server().signIn(DANIELA),
      await server().signIn(CRISTIAN),
    ]
    const tokens = ['uno', 'dos', 'tres']
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, turn) =>
        save(jwts[turn % 3] as string, tokens[Math.floor(turn / 3 + turn) % 3] as string),
      ),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    await Promise.all(jwts.map((jwt, index) => save(jwt, `propio-${index}`)))
    expect(await owners()).toEqual({ 'propio-0': CAROLINA, 'propio-1': DANIELA, 'propio-2': CRISTIAN })
  })

  it('ends with its session: by the sign-out, by newer sessions, by expiry, by a closed account', async () => {
    const ending = [
      (jwt: string) => server().send('endSession', {}, { jwt }),
      (jwt: string) => server().send('logout', {}, { jwt }),
    ]
    for (const end of ending) {
      const jwt = await server().signIn(CAROLINA)
      await save(jwt, 'telefono')
      await end(jwt)
      expect(await owners()).toEqual({})
      expect((await save(jwt, 'telefono')).statusCode).toBe(401)
    }

    await save(await server().signIn(DANIELA), 'tableta')
    await save(await server().signIn(CAROLINA), 'telefono')
    await server().db.execute(sql`update sessions set last_seen_at = now() - interval '15 days'
      where id = (select session_id from push_tokens where token = 'telefono')`)
    await removeExpired(server().db)
    expect(await owners()).toEqual({ tableta: DANIELA })
    await server().db.update(parents).set({ is_active: false }).where(eq(parents.email, DANIELA))
    await removeExpired(server().db)
    expect(await owners()).toEqual({})
    await server().db.update(parents).set({ is_active: true })
  })

  it('may have 4096 characters of any kind', async () => {
    const jwt = await server().signIn(CAROLINA)
    for (const token of ['á'.repeat(4096), "'; drop table push_tokens --", '🔔', ' ']) {
      expect((await save(jwt, token)).statusCode).toBe(200)
      expect(await owners()).toEqual({ [token]: CAROLINA })
    }
  })

  it.each(['x'.repeat(4097), '', 'a\0b', ['x'], null, 7])('cannot be %j', async (token) => {
    const jwt = await server().signIn(CAROLINA)
    for (const name of ['savePushToken', 'deletePushToken'] as const) {
      const answer = await server().send(name, { token }, { jwt })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().message).toMatch(
        /^(El token del dispositivo es requerido|La solicitud no es válida)$/,
      )
    }
  })
})
