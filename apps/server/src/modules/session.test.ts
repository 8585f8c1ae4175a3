import { endExpiredSessions } from '@apoderados/core/accounts/sessions'
import { sessions } from '@apoderados/core/db/tables/accounts'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { sessionIdOf } from '@apoderados/testing/accounts/sessionIdOf'
import { CAROLINA, CRISTIAN, setupServer } from '@apoderados/testing/testServer'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'

const server = setupServer()

describe('a session', () => {
  it('is invalid at once after endSession, which also clears the caches', async () => {
    const jwt = await server().signIn(CAROLINA)
    const response = await server().send('endSession', {}, { jwt })
    expect([response.statusCode, response.json().success]).toEqual([200, true])
    expect(response.headers['clear-site-data']).toBe('"cache"')
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(401)
  })

  it('ends once, also by concurrent sign-outs', async () => {
    const jwt = await server().signIn(CAROLINA)
    const connects = vi.spyOn(server().db.$client, 'connect')
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => server().send('logout', {}, { jwt })),
    )
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(connects).toHaveBeenCalledTimes(1)
    connects.mockRestore()
    const isOfSession = eq(auditLog.session_id, sessionIdOf(jwt))
    const logged = await server()
      .db.select({ action: auditLog.action })
      .from(auditLog)
      .where(isOfSession)
      .orderBy(auditLog.id)
    expect(logged).toEqual([{ action: 'login' }, { action: 'logout' }])
  })

  it('is not ended by a logout without its token', async () => {
    const jwt = await server().signIn(CAROLINA)
    expect((await server().send('logout')).json().success).toBe(true)
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(200)
    expect((await server().send('logout', {}, { jwt })).statusCode).toBe(200)
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(401)
    expect((await server().send('logout', {}, { jwt: 'no.es.token' })).statusCode).toBe(200)
  })

  it.each([
    ['web', 'http://localhost', '23 hours', 200],
    ['web', 'http://localhost', '25 hours', 401],
    ['native', 'https://localhost', '13 days', 200],
    ['native', 'capacitor://localhost', '15 days', 401],
  ])('of the client %s at %s that was idle for %s responses %i', async (_, origin, idle, status) => {
    const jwt = await server().signIn(CAROLINA, { headers: { origin } })
    await server()
      .db.update(sessions)
      .set({ last_seen_at: sql`now() - ${idle}::interval` })
      .where(eq(sessions.id, sessionIdOf(jwt)))
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(status)
  })

  it.each([
    ['13 days', 200],
    ['15 days', 401],
  ])('of a browser that receives notifications and was idle for %s responses %i', async (idle, status) => {
    const jwt = await server().signIn(CAROLINA)
    await server().send('savePushToken', { token: `idle for ${idle}` }, { jwt })
    const isOwn = eq(sessions.id, sessionIdOf(jwt))
    await server()
      .db.update(sessions)
      .set({ last_seen_at: sql`now() - ${idle}::interval` })
      .where(isOwn)
    await endExpiredSessions(server().db)
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(status)
  })

  it('of a browser that no longer receives notifications may be idle for a day', async () => {
    const jwt = await server().signIn(CAROLINA)
    await server().send('savePushToken', { token: 'switched off' }, { jwt })
    await server().send('deletePushToken', { token: 'switched off' }, { jwt })
    const isOwn = eq(sessions.id, sessionIdOf(jwt))
    await server().db.update(sessions).set({ last_seen_at: sql`now() - interval '25 hours'` }).where(isOwn)
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(401)
  })

  it('ends after 30 days, even if it is used', async () => {
    const jwt = await server().signIn(CAROLINA)
    await server()
      .db.update(sessions)
      .set({ expires_at: sql`now()` })
      .where(eq(sessions.id, sessionIdOf(jwt)))
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(401)
  })

  it('records its last use at most every five minutes', async () => {
    const jwt = await server().signIn(CAROLINA)
    const setSeen = (ago: string) =>
      server()
        .db.update(sessions)
        .set({ last_seen_at: sql`now() - ${ago}::interval` })
        .where(eq(sessions.id, sessionIdOf(jwt)))
    const minutesAgo = async () => {
      const { rows } = await server().db.execute<{ minutes: number }>(
        sql`select round(extract(epoch from now() - last_seen_at) / 60)::int as minutes from sessions where id = ${sessionIdOf(jwt)}`,
      )
      return rows[0]?.minutes
    }
    await setSeen('4 minutes')
    await server().send('getProfile', {}, { jwt })
    expect(await minutesAgo()).toBe(4)
    await setSeen('6 minutes')
    await server().send('getProfile', {}, { jwt })
    expect(await minutesAgo()).toBe(0)
  })

  it('has an id of 128 bits, which differs for each sign-in', async () => {
    const ids: string[] = []
    for (let login = 0; login < 20; login += 1) ids.push(sessionIdOf(await server().signIn(CRISTIAN)))
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(ids).size).toBe(20)
    const isDrawn = (place: number) => new Set(ids.map((id) => id[place])).size > 1
    expect(Array.from({ length: 32 }, (_, place) => isDrawn(place))).toEqual(Array(32).fill(true))
  })

  it('is ended by newer ones beyond fifty', async () => {
    const first = await server().signIn(CRISTIAN)
    await server().db.execute(
      sql`update sessions set last_seen_at = last_seen_at - interval '1 minute' where id = ${sessionIdOf(first)}`,
    )
    for (let login = 0; login < 50; login += 1) await server().login(CRISTIAN)
    const { rows } = await server().db.execute<{ live: number }>(
      sql`select count(*)::int as live from sessions join parents on parents.id = parent_id
        where email = ${CRISTIAN} and revoked_at is null`,
    )
    expect(rows[0]?.live).toBe(50)
    expect((await server().send('getProfile', {}, { jwt: first })).statusCode).toBe(401)
  })
})
