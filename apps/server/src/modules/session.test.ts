import { verify } from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { auditLog, loginFailures, parents, sessions } from '../db/schema.ts'
import { CAROLINA, CRISTIAN, DANIELA, useServer } from '../testing/testServer.ts'

vi.mock('@node-rs/argon2', { spy: true })

const server = useServer({ trustProxy: ['127.0.0.9'] })
const wrong = (email: string, from = '10.0.0.1') =>
  server().login(email, 'clave-errada', { remoteAddress: from })

/** Lets the pause of every key run out, as time would. */
const endPauses = () =>
  server().db.update(loginFailures).set({ blocked_until: sql`now() - interval '1 second'` })
const sidOf = (jwt: string) =>
  JSON.parse(Buffer.from(jwt.split('.')[1] as string, 'base64url').toString()).sid

describe('login', () => {
  it('answers the token and the parent with their students', async () => {
    const answer = await server().login('  APODERADA@example.com ')
    expect(answer.statusCode).toBe(200)
    const { success, jwt, parent, message } = answer.json()
    expect([success, message]).toEqual([true, 'Sesión iniciada'])
    expect(jwt.split('.')).toHaveLength(3)
    expect(parent.students.map((student: { name: string }) => student.name)).toEqual([
      'Martina Antonia',
      'Tomás Ignacio',
      'Antonia Paz',
    ])
  })

  it('answers an unknown e-mail like a wrong password, after one hash each', async () => {
    const hashes = vi.mocked(verify)
    hashes.mockClear()
    const known = await wrong(DANIELA)
    expect(hashes).toHaveBeenCalledTimes(1)
    const unknown = await wrong('nadie@example.com')
    expect(hashes).toHaveBeenCalledTimes(2)
    expect([known.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect(known.json()).toEqual({ success: false, message: 'Credenciales inválidas' })
    expect(unknown.body).toBe(known.body)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
  })

  it('answers a closed account like a wrong password, and ends its sessions', async () => {
    const jwt = await server().signIn('nuevo@example.com')
    await server().db.update(parents).set({ is_active: false }).where(eq(parents.email, 'nuevo@example.com'))
    const answer = await server().login('nuevo@example.com')
    expect([answer.statusCode, answer.json().message]).toEqual([401, 'Credenciales inválidas'])
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(401)
    await server().db.update(parents).set({ is_active: true })
  })

  it('takes the same password in another writing of its ñ', async () => {
    const password_hash = await server().services.passwords.hash('contraseña')
    await server().db.update(parents).set({ password_hash }).where(eq(parents.email, DANIELA))
    const answer = await server().login(DANIELA, 'contraseña'.normalize('NFD'))
    expect(answer.statusCode).toBe(200)
  })

  it('makes the hash anew when its strength is of another time', async () => {
    const { hash } = await import('@node-rs/argon2')
    const weak = await hash('demo1234', { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await server().db.update(parents).set({ password_hash: weak }).where(eq(parents.email, DANIELA))
    expect((await server().login(DANIELA)).statusCode).toBe(200)
    const [row] = await server()
      .db.select({ kept: parents.password_hash })
      .from(parents)
      .where(eq(parents.email, DANIELA))
    expect(row?.kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await server().login(DANIELA)).statusCode).toBe(200)
  })

  it('lets 50 parents in at once while others read', async () => {
    const jwt = await server().signIn(CAROLINA)
    let isDone = false
    const logins = Promise.all(Array.from({ length: 50 }, () => server().login(CRISTIAN))).finally(() => {
      isDone = true
    })
    let reads = 0
    while (!isDone && reads < 500) {
      expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(200)
      reads += 1
    }
    expect((await logins).map((answer) => answer.statusCode)).toEqual(Array(50).fill(200))
    expect(reads).toBeGreaterThan(50) // and under the session's own limit
  })

  it('says 503 when more wait than the queue holds', async () => {
    const answers = await Promise.all(Array.from({ length: 120 }, () => server().login(CRISTIAN)))
    const statuses = new Set(answers.map((answer) => answer.statusCode))
    expect([...statuses].sort()).toEqual([200, 503])
    const refused = answers.find((answer) => answer.statusCode === 503)
    expect(refused?.headers['retry-after']).toBe('5')
    expect(refused?.json().success).toBe(false)
  })
})

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
    const email = 'doble@example.com'
    const pauses: number[] = []
    for (let failure = 1; failure <= 50; failure += 1) {
      await wrong(email, '10.0.2.1')
      const { rows } = await server().db.execute<{ seconds: string }>(
        sql`select extract(epoch from blocked_until - now()) as seconds from login_failures where key like 'account:%' order by blocked_until desc limit 1`,
      )
      pauses.push(Math.max(0, Math.round(Number(rows[0]?.seconds) * 10) / 10))
      await endPauses()
    }
    expect(pauses.slice(0, 14)).toEqual([0, 0, 0, 0, 0, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30])
    expect(pauses[48]).toBe(30)
    expect(pauses[49]).toBeGreaterThan(86_000)
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

describe('a session', () => {
  it('is dead at once after endSession, and the caches are told', async () => {
    const jwt = await server().signIn(CAROLINA)
    const answer = await server().send('endSession', {}, { jwt })
    expect([answer.statusCode, answer.json().success]).toEqual([200, true])
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(401)
  })

  it('lives through a logout without a token, and ends by one with it', async () => {
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
  ])('of the %s from %s, idle for %s, answers %i', async (_, origin, idle, status) => {
    const jwt = await server().signIn(CAROLINA, { headers: { origin } })
    await server()
      .db.update(sessions)
      .set({ last_seen_at: sql`now() - ${idle}::interval` })
      .where(eq(sessions.id, sidOf(jwt)))
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(status)
  })

  it('ends after 30 days, however busy', async () => {
    const jwt = await server().signIn(CAROLINA)
    await server()
      .db.update(sessions)
      .set({ expires_at: sql`now()` })
      .where(eq(sessions.id, sidOf(jwt)))
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(401)
  })

  it('notes its last use every five minutes at most', async () => {
    const jwt = await server().signIn(CAROLINA)
    const setSeen = (ago: string) =>
      server()
        .db.update(sessions)
        .set({ last_seen_at: sql`now() - ${ago}::interval` })
        .where(eq(sessions.id, sidOf(jwt)))
    const minutesAgo = async () => {
      const { rows } = await server().db.execute<{ minutes: number }>(
        sql`select round(extract(epoch from now() - last_seen_at) / 60)::int as minutes from sessions where id = ${sidOf(jwt)}`,
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

  it('gives way to newer ones beyond fifty', async () => {
    const first = await server().signIn(CRISTIAN)
    await server().db.execute(
      sql`update sessions set last_seen_at = last_seen_at - interval '1 minute' where id = ${sidOf(first)}`,
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

describe('the audit log', () => {
  it('holds sign-ins, failures and denied access, and no e-mail', async () => {
    const jwt = await server().signIn(DANIELA)
    await server().send('getArrears', { student_id: '1' }, { jwt })
    await wrong(DANIELA)
    const rows = await server().db.select().from(auditLog)
    const actions = new Set(rows.map((row) => row.action))
    expect(actions).toContain('login')
    expect(actions).toContain('login_failed')
    expect(actions).toContain('access_denied')
    expect(JSON.stringify(rows)).not.toContain('@')
  })

  it('does not grow by a replay of an ended token, nor by tries while blocked', async () => {
    const jwt = await server().signIn(CAROLINA)
    await server().send('logout', {}, { jwt })
    for (let failure = 0; failure < 6; failure += 1) await wrong('llena@example.com', '10.0.6.1')
    const size = async () => (await server().db.select({ id: auditLog.id }).from(auditLog)).length
    const before = await size()
    await server().send('logout', {}, { jwt })
    expect((await wrong('llena@example.com', '10.0.6.1')).statusCode).toBe(429)
    expect(await size()).toBe(before)
  })

  it('cannot be changed', async () => {
    await expect(server().db.delete(auditLog)).rejects.toThrow()
    await expect(server().db.update(auditLog).set({ action: 'none' })).rejects.toThrow()
  })
})
