import { parents } from '@apoderados/core/db/tables/people'
import { CAROLINA, DANIELA, setupServer } from '@apoderados/testing/testServer'
import { eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { productLimits } from '../config.ts'

const server = setupServer()

let demoFamilyEmails: string[] = []
beforeAll(async () => {
  const { db } = server()
  const rows = await db.select({ email: parents.email }).from(parents).where(like(parents.email, 'familia.%'))
  demoFamilyEmails = rows.map(({ email }) => email)
})
/** Returns the e-mails of `count` parents of the demo school, none of whom is a named account such as `CAROLINA`. */
const firstFamilyEmails = (count: number) =>
  Array.from({ length: count }, (_, index) => demoFamilyEmails[index] as string)

describe('login', () => {
  it('answers the token and the parent with their students', async () => {
    const response = await server().login('  APODERADA@example.com ')
    expect(response.statusCode).toBe(200)
    const { success, jwt, parent, message } = response.json()
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
    const isOurs = eq(parents.email, demoFamilyEmails.at(-1) as string)
    const signInAgain = async () => (await login(demoFamilyEmails.at(-1) as string)).json()
    await db.update(parents).set({ last_login_at: null, previous_login_at: null }).where(isOurs)
    expect((await signInAgain()).parent.last_login_at).toBeNull()
    const [first] = await db.select({ at: parents.last_login_at }).from(parents).where(isOurs)
    const { parent, jwt } = await signInAgain()
    expect(parent.last_login_at).toBe(first?.at?.toISOString())
    const profile = (await send('getProfile', {}, { jwt })).json()
    expect(profile.last_login_at).toBe(parent.last_login_at)
  })

  it('answers an unknown e-mail like a wrong password, after one hash each', async () => {
    const hashes = vi.spyOn(server().services.passwords, 'matches')
    const known = await server().login(DANIELA, 'clave-errada')
    expect(hashes).toHaveBeenCalledTimes(1)
    const unknown = await server().login('nadie@example.com', 'clave-errada')
    expect(hashes).toHaveBeenCalledTimes(2)
    expect([known.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect(known.json()).toEqual({ success: false, message: 'Credenciales inválidas' })
    expect(unknown.body).toBe(known.body)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
  })

  it('answers a closed account like a wrong password, and ends its sessions', async () => {
    const jwt = await server().signIn('nuevo@example.com')
    await server().db.update(parents).set({ is_active: false }).where(eq(parents.email, 'nuevo@example.com'))
    const response = await server().login('nuevo@example.com')
    expect([response.statusCode, response.json().message]).toEqual([401, 'Credenciales inválidas'])
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(401)
    await server().db.update(parents).set({ is_active: true })
  })

  it('accepts a password with its ñ composed or decomposed', async () => {
    const password_hash = await server().services.passwords.hash('contraseña')
    await server().db.update(parents).set({ password_hash }).where(eq(parents.email, DANIELA))
    const response = await server().login(DANIELA, 'contraseña'.normalize('NFD'))
    expect(response.statusCode).toBe(200)
  })

  describe('with hashes of the product’s cost, login', () => {
    const server = setupServer({ limits: { hashStrength: productLimits.hashStrength } })

    it('replaces a hash of another cost', async () => {
      const { hash } = await import('@node-rs/argon2')
      const weak = await hash('demo1234', { memoryCost: 8192, timeCost: 1, parallelism: 1 })
      await server().db.update(parents).set({ password_hash: weak }).where(eq(parents.email, DANIELA))
      expect((await server().login(DANIELA)).statusCode).toBe(200)
      const [row] = await server()
        .db.select({ replaced: parents.password_hash })
        .from(parents)
        .where(eq(parents.email, DANIELA))
      expect(row?.replaced).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect((await server().login(DANIELA)).statusCode).toBe(200)
    })

    it('admits 50 parents at once during reads', { tags: 'long' }, async () => {
      const jwt = await server().signIn(CAROLINA)
      let signedIn = 0
      const signIn = async (email: string) => {
        const { statusCode } = await server().login(email)
        signedIn += 1
        return statusCode
      }
      const logins = Promise.all(firstFamilyEmails(50).map(signIn))
      /** The number of completed sign-ins at the end of each read. */
      const signedInAtReads: number[] = []
      while (signedIn < 50 && signedInAtReads.length < 500) {
        expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(200)
        signedInAtReads.push(signedIn)
      }
      expect(await logins).toEqual(Array(50).fill(200))
      // Some reads must end while sign-ins are running; how many depends on the machine's speed.
      expect(signedInAtReads[0]).toBeLessThan(50)
      expect(new Set(signedInAtReads).size).toBeGreaterThan(1)
    })

    it('answers 503 if more calls wait than the queue holds', { tags: 'long' }, async () => {
      const responses = await Promise.all(firstFamilyEmails(120).map((email) => server().login(email)))
      const statuses = new Set(responses.map((response) => response.statusCode))
      expect([...statuses].sort()).toEqual([200, 503])
      const refused = responses.filter((response) => response.statusCode === 503)
      const retries = refused.map(({ headers }) => headers['retry-after'])
      expect(retries).toContain('2') // The load shedding asks for 2 s, and a full queue of hashes for 5 s.
      for (const retry of retries) expect(['2', '5']).toContain(retry)
      expect(refused[0]?.json().success).toBe(false)
    })
  })
})
