import { signInsTo } from '@apoderados/database/accounts/attemptKeys'
import { claimAttempt } from '@apoderados/database/accounts/attempts'
import { ownerOfCode, replaceCode } from '@apoderados/database/accounts/recoveryCodes'
import { claimMail, queueMail } from '@apoderados/database/mails/mails'
import { removeExpired } from '@apoderados/database/retention/retention'
import { attempts, mails, recoveryCodes, sessions } from '@apoderados/database/schema/schema'
import { accountHashes, codeHashes, makeCode, revealCode } from '@apoderados/database/secrets/oneTimeCodes'
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CAROLINA, useServer } from '../testing/testServer.ts'

const server = useServer()
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

  it('a session that the hourly cleanup ended stays ended', async () => {
    const jwt = await server().signIn(CAROLINA)
    await setSessionExpiry(timeInDays(-1))
    await removeExpired(server().db)
    await setSessionExpiry(timeInDays(1))
    expect(await profileStatus(jwt)).toBe(401)
  })

  it('a session that began meanwhile ends, except within the tolerance', async () => {
    const [ahead, hardly] = [await server().signIn(CAROLINA), await server().signIn(CAROLINA)]
    const begin = (jwt: string, created_at: SQL) => {
      const { session_id } = server().services.tokens.read(jwt) ?? {}
      return server()
        .db.update(sessions)
        .set({ created_at })
        .where(eq(sessions.id, session_id ?? ''))
    }
    await begin(ahead, timeInDays(90))
    await begin(hardly, sql`now() + interval '50 seconds'`)
    await removeExpired(server().db)
    expect([await profileStatus(ahead), await profileStatus(hardly)]).toEqual([401, 200])
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

  it('an expired code stays expired, and one that was created meanwhile is invalid', async () => {
    const { db, services, send } = server()
    const keys = services.keys
    const { seed, hash } = makeCode(keys, 'recovery')
    const token = revealCode(keys, 'recovery', seed) ?? ''
    const owner = () => ownerOfCode(db, codeHashes(keys, 'recovery', token))
    const code = { accounts: accountHashes(keys, CAROLINA), parent_id: 1, hash, is_of_device: false }
    await db.transaction((transaction) => replaceCode(transaction, code))
    await db.update(recoveryCodes).set({ expires_at: timeInDays(90) })
    expect(await owner()).toBeUndefined()
    await db.update(recoveryCodes).set({ expires_at: timeInDays(-1) })
    expect((await send('validateRecovery', { token })).statusCode).toBe(400)
    expect(await db.select().from(recoveryCodes)).toEqual([])
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

  it('no mail waits for a retry that was scheduled meanwhile', async () => {
    const { db } = server()
    await db.delete(mails)
    await queueMail(db, { kind: 'password_changed', parent_id: 1 })
    await db.update(mails).set({ next_try_at: sql`now() + interval '50 minutes'` })
    expect(await claimMail(db)).toBeUndefined()
    await db.update(mails).set({ next_try_at: timeInDays(90) })
    expect(await claimMail(db)).toMatchObject({ kind: 'password_changed' })
  })
})
