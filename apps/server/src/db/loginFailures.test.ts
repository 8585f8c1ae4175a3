import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CAROLINA, CRISTIAN, DANIELA, useServer } from '../testing/testServer.ts'
import { loginFailures } from './schema.ts'

const server = useServer({ trustProxy: ['127.0.0.9'] })
const wrong = (email: string, from = '10.0.0.1') =>
  server().login(email, 'clave-errada', { remoteAddress: from })

/** Lets the pause of every key run out, as time would. */
const endPauses = () =>
  server().db.update(loginFailures).set({ blocked_until: sql`now() - interval '1 second'` })

type Pause = { least: number; most: number }

/** In seconds: as seen after the failure, and from before it. */
async function pauseAfterFailure(): Promise<Pause> {
  const { rows: clock } = await server().db.execute<{ before: string }>(sql`select now()::text as before`)
  await wrong('doble@example.com', '10.0.2.1')
  const { rows } = await server().db.execute<Record<keyof Pause, string>>(
    sql`select extract(epoch from blocked_until - now()) as least,
        extract(epoch from blocked_until - ${clock[0]?.before}::timestamptz) as most
      from login_failures where key like 'account:%' order by blocked_until desc limit 1`,
  )
  await endPauses()
  return { least: Number(rows[0]?.least), most: Number(rows[0]?.most) }
}

describe('limits of failed sign-ins', () => {
  it.each([CAROLINA, 'desconocida@example.com'])(
    'pauses %s after five failures, whoever asks',
    async (email) => {
      for (let failure = 0; failure < 6; failure += 1) {
        expect((await wrong(email, '10.0.1.1')).statusCode).toBe(401)
      }
      const limited = await server().login(email, 'demo1234', { remoteAddress: '10.0.1.2' })
      expect(limited.statusCode).toBe(429)
      expect(limited.headers['retry-after']).toBe('1')
      expect(limited.json()).toEqual({
        success: false,
        message: 'Demasiados intentos. Intenta de nuevo en 1 segundos.',
      })
      await endPauses()
    },
  )

  it('doubles the pause up to 30 seconds, then closes the account for the day', async () => {
    const doubling = [0, 0, 0, 0, 0, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6]
    const pauses = [...doubling, ...Array.from({ length: 49 - doubling.length }, () => 30)]
    for (const pause of pauses) {
      const { least, most } = await pauseAfterFailure()
      expect([least <= pause, pause <= most], `${least} ≤ ${pause} ≤ ${most}`).toEqual([true, true])
    }
    expect((await pauseAfterFailure()).least).toBeGreaterThan(86_000)
  })

  it('gains nothing by guessing side by side', async () => {
    const email = 'paralelo@example.com'
    const answers = await Promise.all(Array.from({ length: 30 }, () => wrong(email, '10.0.3.1')))
    const guessed = answers.filter((answer) => answer.statusCode === 401)
    expect(guessed.length).toBeLessThan(12)
    await endPauses()
  })

  it('counts an address only after a hundred failures, one household as one', async () => {
    const key = 'address:2001:db8:1:2::/64'
    await server()
      .db.insert(loginFailures)
      .values({
        key,
        failures: 100,
        first_failed_at: new Date(),
        blocked_until: new Date(0),
      })
    await wrong('uno@example.com', '2001:db8:1:2::aaaa')
    expect(
      (await server().login(CRISTIAN, 'demo1234', { remoteAddress: '2001:db8:1:2::bbbb' })).statusCode,
    ).toBe(429)
    expect(
      (await server().login(CRISTIAN, 'demo1234', { remoteAddress: '2001:db8:1:3::1' })).statusCode,
    ).toBe(200)
    await endPauses()
  })

  it('believes X-Forwarded-For only from the proxy that is named', async () => {
    const forged = { 'x-forwarded-for': '203.0.113.7' }
    const addresses = async () => {
      const rows = await server().db.select({ key: loginFailures.key }).from(loginFailures)
      return rows.map(({ key }) => key)
    }
    await server().login('falso@example.com', 'clave-errada', { headers: forged, remoteAddress: '10.0.4.1' })
    expect(await addresses()).not.toContain('address:203.0.113.7')
    await server().login('cierto@example.com', 'clave-errada', {
      headers: forged,
      remoteAddress: '127.0.0.9',
    })
    expect(await addresses()).toContain('address:203.0.113.7')
  })

  it('counts a proxy’s address with a port, and its own where that writes none', async () => {
    const fail = (from: string) =>
      server().login('puerto@example.com', 'x', {
        headers: { 'x-forwarded-for': from },
        remoteAddress: '127.0.0.9',
      })
    expect((await fail('203.0.113.8:5678')).statusCode).toBe(401)
    expect((await fail('unknown')).statusCode).toBe(401)
    const rows = await server().db.select({ key: loginFailures.key }).from(loginFailures)
    expect(rows.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['address:203.0.113.8', 'address:127.0.0.9']),
    )
  })

  it('forgets the account’s failures at the right password, and ends no live session', async () => {
    const jwt = await server().signIn(DANIELA)
    for (let failure = 0; failure < 7; failure += 1) await wrong(DANIELA, '10.0.5.1').then(endPauses)
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(200)
    expect((await server().login(DANIELA)).statusCode).toBe(200)
    for (let failure = 0; failure < 5; failure += 1) await wrong(DANIELA, '10.0.5.1')
    expect((await server().login(DANIELA)).statusCode).toBe(200)
  })
})
