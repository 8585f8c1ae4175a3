import { signInsTo } from '@apoderados/database/accounts/attemptKeys'
import { auditLog, parents, pushTokens, sessions } from '@apoderados/database/schema/schema'
import { eq, like, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sessionIdOf } from '../testing/accounts/sessionId.ts'
import { fillAttempts } from '../testing/accounts/tries.ts'
import { CAROLINA, CRISTIAN, DANIELA, useServer } from '../testing/testServer.ts'
import { useProductLimits } from '../testing/useProductLimits.ts'

const server = useServer()
const wrong = (email: string, from = '10.0.0.1') =>
  server().login(email, 'clave-errada', { remoteAddress: from })

/** Returns this number of other parents of the demo school. */
let emails: string[] = []
beforeAll(async () => {
  const { db } = server()
  const rows = await db.select({ email: parents.email }).from(parents).where(like(parents.email, 'familia.%'))
  emails = rows.map(({ email }) => email)
})
const families = (count: number) => Array.from({ length: count }, (_, index) => emails[index] as string)

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

  it('shows the previous sign-in as the last, none at the first, also in the profile', async () => {
    const { db, send, login } = server()
    const isOurs = eq(parents.email, emails.at(-1) as string)
    const shown = async () => (await login(emails.at(-1) as string)).json()
    await db.update(parents).set({ last_login_at: null, previous_login_at: null }).where(isOurs)
    expect((await shown()).parent.last_login_at).toBeNull()
    const [first] = await db.select({ at: parents.last_login_at }).from(parents).where(isOurs)
    const { parent, jwt } = await shown()
    expect(parent.last_login_at).toBe(first?.at?.toISOString())
    const profile = (await send('getProfile', {}, { jwt })).json()
    expect(profile.last_login_at).toBe(parent.last_login_at)
  })

  it('answers an unknown e-mail like a wrong password, after one hash each', async () => {
    const hashes = vi.spyOn(server().services.passwords, 'matches')
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

  it('accepts a password with its ñ composed or decomposed', async () => {
    const password_hash = await server().services.passwords.hash('contraseña')
    await server().db.update(parents).set({ password_hash }).where(eq(parents.email, DANIELA))
    const answer = await server().login(DANIELA, 'contraseña'.normalize('NFD'))
    expect(answer.statusCode).toBe(200)
  })

  describe('with hashes of the product’s cost, login', () => {
    useProductLimits('hashStrength')

    it('replaces a hash of another cost', async () => {
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

    it('admits 50 parents at once during reads', async () => {
      const jwt = await server().signIn(CAROLINA)
      let signedIn = 0
      const signIn = async (email: string) => {
        const { statusCode } = await server().login(email)
        signedIn += 1
        return statusCode
      }
      const logins = Promise.all(families(50).map(signIn))
      /** The number of completed sign-ins at the end of each read. */
      const seen: number[] = []
      while (signedIn < 50 && seen.length < 500) {
        expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(200)
        seen.push(signedIn)
      }
      expect(await logins).toEqual(Array(50).fill(200))
      // Reads end between the sign-ins; how many do depends on the machine's speed.
      expect(seen[0]).toBeLessThan(50)
      expect(new Set(seen).size).toBeGreaterThan(1)
    })

    it('answers 503 if more calls wait than the queue holds', async () => {
      const answers = await Promise.all(families(120).map((email) => server().login(email)))
      const statuses = new Set(answers.map((answer) => answer.statusCode))
      expect([...statuses].sort()).toEqual([200, 503])
      const refused = answers.filter((answer) => answer.statusCode === 503)
      const retries = refused.map(({ headers }) => headers['retry-after'])
      expect(retries).toContain('2') // Refused by the load shedding, which counts the queue.
      for (const retry of retries) expect(['2', '5']).toContain(retry)
      expect(refused[0]?.json().success).toBe(false)
    })
  })
})

describe('a session', () => {
  it('is invalid at once after endSession, which also clears the caches', async () => {
    const jwt = await server().signIn(CAROLINA)
    const answer = await server().send('endSession', {}, { jwt })
    expect([answer.statusCode, answer.json().success]).toEqual([200, true])
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(401)
  })

  it('can be ended by its id, which a device stores of a sign-out without a network', async () => {
    const [jwt, kept] = [await server().signIn(CAROLINA), await server().signIn(CAROLINA)]
    await server().send('savePushToken', { token: 'signed out in a tunnel' }, { jwt })
    const session_id = sessionIdOf(jwt)
    const answers = []
    for (const id of [session_id, session_id, 'f'.repeat(32)])
      answers.push(await server().send('revokeSession', { session_id: id }))
    for (const { statusCode, body, headers } of answers) {
      expect([statusCode, body]).toEqual([200, answers[0]?.body])
      expect(headers['clear-site-data']).toBe('"cache"')
    }
    const statusOf = async (token: string) =>
      (await server().send('getProfile', {}, { jwt: token })).statusCode
    expect([await statusOf(jwt), await statusOf(kept)]).toEqual([401, 200])
    const { db } = server()
    expect(await db.select().from(pushTokens).where(eq(pushTokens.session_id, session_id))).toEqual([])
    const audited = await db.select().from(auditLog).where(eq(auditLog.session_id, session_id))
    expect(audited.map(({ action }) => action)).toEqual(['login', 'logout'])
  })

  it('ends once, also by concurrent sign-outs', async () => {
    const jwt = await server().signIn(CAROLINA)
    const begun = vi.spyOn(server().db.$client, 'connect')
    const answers = await Promise.all(Array.from({ length: 30 }, () => server().send('logout', {}, { jwt })))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(begun).toHaveBeenCalledTimes(1)
    begun.mockRestore()
    const ofSession = eq(auditLog.session_id, sessionIdOf(jwt))
    const logged = await server()
      .db.select({ action: auditLog.action })
      .from(auditLog)
      .where(ofSession)
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
  ])('of the client %s at %s that was idle for %s answers %i', async (_, origin, idle, status) => {
    const jwt = await server().signIn(CAROLINA, { headers: { origin } })
    await server()
      .db.update(sessions)
      .set({ last_seen_at: sql`now() - ${idle}::interval` })
      .where(eq(sessions.id, sessionIdOf(jwt)))
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(status)
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

describe('the audit log', () => {
  it('contains sign-ins, failures and denied access, but no e-mail', async () => {
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

  it('gets no row for a repeated use of an ended token, or for tries while blocked', async () => {
    const jwt = await server().signIn(CAROLINA)
    await server().send('logout', {}, { jwt })
    const stranger = { keys: server().services.keys, address: '10.0.6.1', device: undefined }
    await fillAttempts(server().db, signInsTo(stranger, 'llena@example.com'), 50)
    const size = async () => (await server().db.select({ id: auditLog.id }).from(auditLog)).length
    const before = await size()
    await server().send('logout', {}, { jwt })
    expect((await wrong('llena@example.com', '10.0.6.1')).statusCode).toBe(429)
    expect(await size()).toBe(before)
  })

  it('gets at most 600 rows of failures per hour and address', async () => {
    const ofAddress = eq(auditLog.address, '10.0.7.1')
    const { mayAudit } = server().services
    for (let tries = 0; tries < 598; tries += 1) mayAudit('10.0.7.1')
    for (let failure = 0; failure < 4; failure += 1) await wrong(`n${failure}@example.com`, '10.0.7.1')
    expect(await server().db.$count(auditLog, ofAddress)).toBe(2)
    expect((await server().login(DANIELA, 'demo1234', { remoteAddress: '10.0.7.1' })).statusCode).toBe(200)
    expect(await server().db.$count(auditLog, ofAddress)).toBe(3)
  })

  it('cannot be changed', async () => {
    await expect(server().db.delete(auditLog)).rejects.toThrow()
    await expect(server().db.update(auditLog).set({ action: 'none' })).rejects.toThrow()
  })
})
