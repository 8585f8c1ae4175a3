import { callsOf, signInsTo } from '@apoderados/core/accounts/attemptKeys'
import { claimAttempt } from '@apoderados/core/accounts/attempts'
import { countOf, fillAttempts, letTimePass } from '@apoderados/testing/accounts/attempts'
import { CAROLINA, CRISTIAN, DANIELA, setupServer } from '@apoderados/testing/testServer'
import { describe, expect, it } from 'vitest'
import { productLimits } from '../config.ts'

const limits = { signIns: productLimits.signIns }
const server = setupServer({ trustProxy: ['127.0.0.9'], limits })
const otherProcess = setupServer({ secondProcessOf: server, limits })
const signInWrongly = (email: string, from = '10.0.0.1') =>
  server().login(email, 'clave-errada', { remoteAddress: from })

const strangerAt = (address: string) => ({ keys: server().services.keys, address, device: undefined })
const signInAttemptsFrom = (address: string) => callsOf(strangerAt(address), 'login')
const countSignInsFrom = (address: string) => countOf(server().db, signInAttemptsFrom(address))
/** Simulates 13 attempts and half a minute, the longest pause, so that the next attempt is admitted. */
const allowOneMoreAttempt = async (email: string) => {
  await fillAttempts(server().db, signInsTo(strangerAt('anywhere'), email), 13)
  await letTimePass(server().db, 31)
}

describe('the limits of failed sign-ins', () => {
  it.each([CAROLINA, 'desconocida@example.com'])(
    'pause %s after five failures, for every caller',
    async (email) => {
      for (let failure = 0; failure < 5; failure += 1)
        expect((await signInWrongly(email, `10.0.1.${failure}`)).statusCode).toBe(401)
      await allowOneMoreAttempt(email)
      expect((await signInWrongly(email, '10.0.1.9')).statusCode).toBe(401)
      const limited = await server().login(email, 'demo1234', { remoteAddress: '10.0.1.20' })
      expect(limited.statusCode).toBe(429)
      const seconds = Number(limited.headers['retry-after'])
      expect([seconds > 20, seconds <= 30]).toEqual([true, true])
      expect(limited.json()).toEqual({
        success: false,
        message: `Demasiados intentos. Intenta de nuevo en ${seconds} segundos.`,
      })
    },
  )

  it('double the pause up to 30 seconds, and close the account to strangers for the rest of 24 hours', async () => {
    const signIn = signInsTo(strangerAt('10.0.2.1'), 'doble@example.com')
    const pauses = [0, 0, 0, 0, 0, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, ...Array(36).fill(30), 86_400]
    // Within one transaction now() is constant, so that only `letTimePass` makes time pass.
    await server().db.transaction(async (transaction) => {
      for (const [index, pause] of pauses.entries()) {
        await fillAttempts(transaction, signIn, index + 1)
        if (pause > 0) {
          await letTimePass(transaction, pause - 0.001)
          expect(await claimAttempt(transaction, signIn), `${index + 1} tries`).toBeUndefined()
          await letTimePass(transaction, 0.001)
        }
        expect(await claimAttempt(transaction, signIn), `${index + 1} tries`).toBeDefined()
      }
    })
  })

  it('accept one of sixty concurrent guesses when one is free', async () => {
    const email = 'paralelo@example.com'
    await allowOneMoreAttempt(email)
    const guess = (index: number) =>
      (index % 2 ? server() : otherProcess()).login(email, 'x', { remoteAddress: `10.0.3.${index}` })
    const responses = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(index)))
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(1)
    expect(statuses.filter((status) => status === 429)).toHaveLength(59)
  })

  it('accept as many of sixty concurrent calls from an address as of consecutive ones, and none because of a refused one', async () => {
    await fillAttempts(server().db, signInAttemptsFrom('10.0.3.200'), 235)
    const guess = (index: number) =>
      (index % 2 ? server() : otherProcess()).login(`n${index}@example.com`, 'x', {
        remoteAddress: '10.0.3.200',
      })
    const responses = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(index)))
    expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(55)
    expect(await countSignInsFrom('10.0.3.200')).toBe(240)
  })

  it('count no try for the address that the account’s limit refuses, and the reverse', async () => {
    const email = 'lleno@example.com'
    const ofAccount = signInsTo(strangerAt('10.0.3.201'), email)
    await fillAttempts(server().db, ofAccount, 50)
    expect((await signInWrongly(email, '10.0.3.201')).statusCode).toBe(429)
    expect(await countSignInsFrom('10.0.3.201')).toBe(0)
    await fillAttempts(server().db, ofAccount, 1)
    await fillAttempts(server().db, signInAttemptsFrom('10.0.3.201'), 240)
    expect((await signInWrongly(email, '10.0.3.201')).statusCode).toBe(429)
    expect(await countOf(server().db, ofAccount)).toBe(1)
  })

  it('refuse an address after 240 failures a minute, and count a household’s network as one address', async () => {
    await fillAttempts(server().db, signInAttemptsFrom('2001:db8:1:2::/64'), 239)
    await signInWrongly('uno@example.com', '2001:db8:1:2::aaaa')
    expect(
      (await server().login(CRISTIAN, 'demo1234', { remoteAddress: '2001:db8:1:2::bbbb' })).statusCode,
    ).toBe(429)
    expect(
      (await server().login(CRISTIAN, 'demo1234', { remoteAddress: '2001:db8:1:3::1' })).statusCode,
    ).toBe(200)
  })

  it('use X-Forwarded-For only from the configured proxy', async () => {
    const forged = { 'x-forwarded-for': '203.0.113.7' }
    await server().login('falso@example.com', 'clave-errada', { headers: forged, remoteAddress: '10.0.4.1' })
    expect(await countSignInsFrom('203.0.113.7')).toBe(0)
    await server().login('cierto@example.com', 'clave-errada', {
      headers: forged,
      remoteAddress: '127.0.0.9',
    })
    expect(await countSignInsFrom('203.0.113.7')).toBe(1)
  })

  it('ignore the port in a proxy’s X-Forwarded-For, and use the proxy’s address without that header', async () => {
    const fail = (from: string) =>
      server().login('puerto@example.com', 'x', {
        headers: { 'x-forwarded-for': from },
        remoteAddress: '127.0.0.9',
      })
    expect((await fail('203.0.113.8:5678')).statusCode).toBe(401)
    expect((await fail('unknown')).statusCode).toBe(401)
    expect([await countSignInsFrom('203.0.113.8'), await countSignInsFrom('127.0.0.9')]).toEqual([1, 1])
  })

  it('count no right password, and end no session', async () => {
    const jwt = await server().signIn(DANIELA)
    for (let failure = 0; failure < 4; failure += 1) await signInWrongly(DANIELA, '10.0.5.1')
    await Promise.all(
      Array.from({ length: 20 }, () => server().login(CRISTIAN, 'demo1234', { remoteAddress: '10.0.5.1' })),
    )
    expect(await countSignInsFrom('10.0.5.1')).toBe(4)
    expect((await server().login(DANIELA, 'demo1234', { remoteAddress: '10.0.5.2' })).statusCode).toBe(200)
    expect(await countOf(server().db, signInsTo(strangerAt('10.0.5.1'), DANIELA))).toBe(4)
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(200)
  })

  it('count no call that a full queue refused', async () => {
    const responses = await Promise.all(
      Array.from({ length: 120 }, (_, index) => signInWrongly(`cola${index}@example.com`, '10.0.6.1')),
    )
    const checked = responses.filter(({ statusCode }) => statusCode === 401)
    expect(checked.length).toBeLessThan(120)
    expect(await countSignInsFrom('10.0.6.1')).toBe(checked.length)
  })
})
