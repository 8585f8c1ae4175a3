import { signInsTo } from '@apoderados/core/accounts/attemptKeys'
import { claimAttempt } from '@apoderados/core/accounts/attempts'
import { attempts, sessions } from '@apoderados/core/db/tables/accounts'
import { removeExpired } from '@apoderados/core/retention/retention'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'

const server = setupServer()
const profileStatus = async (jwt: string) => (await server().send('getProfile', {}, { jwt })).statusCode
const timeInDays = (days: number) => sql`now() + make_interval(days => ${days})`

/** Sets the expiry of all sessions: this simulates a correction of the server's clock, as `now()` cannot be moved. */
const setSessionExpiry = (expires_at: ReturnType<typeof timeInDays>) =>
  server().db.update(sessions).set({ expires_at })

afterEach(() => {
  vi.useRealTimers()
})

describe('after the server’s clock was ahead (P11)', () => {
  it('a session that was refused meanwhile stays ended', async () => {
    const jwt = await server().signIn(CAROLINA)
    const unseen = await server().signIn(CAROLINA)
    await setSessionExpiry(timeInDays(-1))
    expect(await profileStatus(jwt)).toBe(401)
    await setSessionExpiry(timeInDays(1))
    expect([await profileStatus(jwt), await profileStatus(unseen)]).toEqual([401, 200])
  })

  it.each([
    ['has expired', 31 * 86_400_000],
    ['is not valid yet', -3_600_000],
  ])('the session of a token that %s by the process’ clock ends', async (_, offMs) => {
    const jwt = await server().signIn(CAROLINA)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs })
    expect(await profileStatus(jwt)).toBe(401)
    vi.useRealTimers()
    expect(await profileStatus(jwt)).toBe(401)
  })

  it('no account stays locked for the difference', async () => {
    const { db, services } = server()
    const stranger = { keys: services.keys, address: 'none', device: undefined }
    const signIn = signInsTo(stranger, CAROLINA)
    await db.delete(attempts)
    const moments = sql`array_fill(now() + interval '90 days', array[60])`
    await db.insert(attempts).values({ key: signIn.key, moments, last_at: timeInDays(90) })
    await removeExpired(db)
    expect(await db.select().from(attempts).where(eq(attempts.key, signIn.key))).toEqual([])
    await db.insert(attempts).values({ key: signIn.key, moments, last_at: timeInDays(90) })
    const onlyOne = { ...signIn, max: 1 }
    expect(await claimAttempt(db, onlyOne)).toBeDefined()
    expect(await claimAttempt(db, onlyOne)).toBeUndefined()
  })
})
