import { accountAttemptKey, callsOf } from '@apoderados/core/accounts/attemptKeys'
import { recoveryCodes } from '@apoderados/core/db/tables/accounts'
import { countOf, fillAttempts, letTimePass } from '@apoderados/testing/accounts/attempts'
import { browserOf } from '@apoderados/testing/accounts/devices'
import { NEW_PASSWORD, setupRecoveries } from '@apoderados/testing/accounts/recoveries'
import { CAROLINA, DANIELA } from '@apoderados/testing/testServer'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'

const { server, newAddress, ask, confirm, newestCode, codeFor, codeMails } = setupRecoveries()
const WRONG_CODE = '0000-0000-00000'

const strangersAttemptKey = (email = CAROLINA) => ({ key: accountAttemptKey(server().services.keys, email) })
const strangerAt = (address: string) => ({ keys: server().services.keys, address, device: undefined })

/** Sends 50 wrong sign-ins, each from a new address, as a botnet does. */
async function fiftyStrangersGuess(email: string): Promise<void> {
  for (let index = 0; index < 50; index += 1) {
    expect((await server().login(email, 'clave-errada', newAddress())).statusCode).toBe(401)
    await letTimePass(server().db, 31)
  }
}

let deviceCount = 0
/** Returns a browser with which the owner of the account has signed in once. */
async function signInOnOwnDevice(email = CAROLINA) {
  deviceCount += 1
  const device = browserOf(server, `10.20.0.${deviceCount}`)
  expect((await device.login(email)).statusCode).toBe(200)
  return device
}

describe('an account that strangers try to guess', () => {
  it('admits its owner at once on a device that has signed in before', async () => {
    const owner = await signInOnOwnDevice()
    await fiftyStrangersGuess(CAROLINA)
    expect((await server().login(CAROLINA, 'demo1234', newAddress())).statusCode).toBe(429)
    expect((await owner.login(CAROLINA)).statusCode).toBe(200)
    expect((await owner.login(CAROLINA, 'clave-errada')).statusCode).toBe(401)
    expect((await owner.login(CAROLINA)).statusCode).toBe(200)
  })

  it('lets its owner recover on that device, despite requests and guesses of strangers', async () => {
    const owner = await signInOnOwnDevice()
    const attack = async () => {
      await ask(CAROLINA)
      for (let attempts = 0; attempts < 12; attempts += 1) await confirm(CAROLINA, WRONG_CODE)
    }
    for (let minutes = 0; minutes < 60; minutes += 10) {
      for (let times = 0; times < 3; times += 1) await attack()
      await letTimePass(server().db, 600)
    }
    for (let times = 0; times < 3; times += 1) await attack()
    const mailed = (await codeMails(CAROLINA)).length
    expect((await owner.send('requestRecovery', { email: CAROLINA })).statusCode).toBe(200)
    expect(await codeMails(CAROLINA)).toHaveLength(mailed + 1)
    const token = await newestCode(CAROLINA)
    for (let times = 0; times < 3; times += 1) await attack()
    const response = await owner.send('confirmRecovery', {
      email: CAROLINA,
      token,
      new_password: NEW_PASSWORD,
    })
    expect(response.statusCode).toBe(200)
    expect((await owner.login(CAROLINA, NEW_PASSWORD)).statusCode).toBe(200)
  })

  it('mails a code to a new device within ten minutes, and admits it with that code', async () => {
    await fillAttempts(server().db, strangersAttemptKey(), 50)
    for (let request = 0; request < 12; request += 1) await ask(CAROLINA)
    expect(await codeMails(CAROLINA)).toHaveLength(3)
    await letTimePass(server().db, 600)
    const owner = browserOf(server, '10.23.0.1')
    await owner.send('requestRecovery', { email: CAROLINA })
    expect(await codeMails(CAROLINA)).toHaveLength(4)
    const token = await newestCode(CAROLINA)
    for (let attempts = 0; attempts < 40; attempts += 1) await confirm(CAROLINA, WRONG_CODE)
    const response = await owner.send('confirmRecovery', {
      email: CAROLINA,
      token,
      new_password: NEW_PASSWORD,
    })
    expect(response.statusCode).toBe(200)
    expect((await owner.login(CAROLINA, NEW_PASSWORD)).statusCode).toBe(200)
    expect((await server().login(CAROLINA, NEW_PASSWORD, newAddress())).statusCode).toBe(429)
  })

  it('keeps the code on its owner’s device when a stranger requests another', async () => {
    const owner = await signInOnOwnDevice()
    await owner.send('requestRecovery', { email: CAROLINA })
    const token = await newestCode(CAROLINA)
    await ask(CAROLINA)
    expect(await codeMails(CAROLINA)).toHaveLength(1)
    await server().db.update(recoveryCodes).set({ wrong_tries: 1_000 })
    const response = await owner.send('confirmRecovery', {
      email: CAROLINA,
      token,
      new_password: NEW_PASSWORD,
    })
    expect(response.statusCode).toBe(200)
  })

  it('sends a stranger another code once that one has expired', async () => {
    const owner = await signInOnOwnDevice()
    await owner.send('requestRecovery', { email: CAROLINA })
    await server().db.update(recoveryCodes).set({ expires_at: sql`now()` })
    await ask(CAROLINA)
    expect(await codeMails(CAROLINA)).toHaveLength(2)
    expect((await confirm(CAROLINA, await newestCode(CAROLINA))).statusCode).toBe(200)
  })
})

describe('a known device', () => {
  it('has its own limit, which gives a finder no more guesses than a stranger', async () => {
    const [found, another] = [await signInOnOwnDevice(), await signInOnOwnDevice()]
    let right = 0
    for (let attempts = 0; attempts < 60; attempts += 1) {
      if ((await found.login(CAROLINA, 'clave-errada')).statusCode === 401) right += 1
      await letTimePass(server().db, 31)
    }
    expect(right).toBe(50)
    expect((await found.login(CAROLINA)).statusCode).toBe(429)
    expect((await another.login(CAROLINA)).statusCode).toBe(200)
    expect(await countOf(server().db, strangersAttemptKey())).toBe(0)
  })

  it('signs in after a recovery, even after wrong guesses', async () => {
    const owner = await signInOnOwnDevice()
    for (let attempts = 0; attempts < 51; attempts += 1) {
      await owner.login(CAROLINA, 'clave-errada')
      await letTimePass(server().db, 31)
    }
    expect((await owner.login(CAROLINA)).statusCode).toBe(429)
    await owner.send('requestRecovery', { email: CAROLINA })
    const fields = { email: CAROLINA, token: await newestCode(CAROLINA), new_password: NEW_PASSWORD }
    expect((await owner.send('confirmRecovery', fields)).statusCode).toBe(200)
    expect((await owner.login(CAROLINA, NEW_PASSWORD)).statusCode).toBe(200)
  })

  it('is no longer known after a recovery on another device, like all others', async () => {
    const [remainingDevice, lostDevice] = [await signInOnOwnDevice(), await signInOnOwnDevice()]
    await lostDevice.login(DANIELA)
    const fields = { email: CAROLINA, token: await codeFor(CAROLINA), new_password: NEW_PASSWORD }
    expect((await remainingDevice.send('confirmRecovery', fields)).statusCode).toBe(200)
    for (const email of [CAROLINA, DANIELA]) await fillAttempts(server().db, strangersAttemptKey(email), 50)
    expect((await remainingDevice.login(CAROLINA, NEW_PASSWORD)).statusCode).toBe(200)
    expect((await lostDevice.login(CAROLINA, NEW_PASSWORD)).statusCode).toBe(429)
    expect((await lostDevice.login(DANIELA)).statusCode).toBe(200)
  })

  it('is no longer known after a password change on another device', async () => {
    const [ownDevice, lostDevice] = [await signInOnOwnDevice(), await signInOnOwnDevice()]
    const { jwt } = (await ownDevice.login(CAROLINA)).json()
    const fields = { current_password: 'demo1234', new_password: NEW_PASSWORD }
    const headers = { authorization: `Bearer ${jwt}` }
    expect((await ownDevice.send('changePassword', fields, { headers })).statusCode).toBe(200)
    await fillAttempts(server().db, strangersAttemptKey(), 50)
    expect((await ownDevice.login(CAROLINA, NEW_PASSWORD)).statusCode).toBe(200)
    expect((await lostDevice.login(CAROLINA, NEW_PASSWORD)).statusCode).toBe(429)
  })

  it('voids no live code that another known device requested', async () => {
    const [owner, intruder] = [await signInOnOwnDevice(), await signInOnOwnDevice()]
    await owner.send('requestRecovery', { email: CAROLINA })
    const token = await newestCode(CAROLINA)
    for (let request = 0; request < 5; request += 1)
      expect((await intruder.send('requestRecovery', { email: CAROLINA })).statusCode).toBe(200)
    expect(await codeMails(CAROLINA)).toHaveLength(1)
    const fields = { email: CAROLINA, token, new_password: NEW_PASSWORD }
    expect((await owner.send('confirmRecovery', fields)).statusCode).toBe(200)
  })

  it('causes with all others at most 20 mails an hour, and a live code is always in the mailbox', async () => {
    const devices: Awaited<ReturnType<typeof signInOnOwnDevice>>[] = []
    for (let count = 0; count < 8; count += 1) devices.push(await signInOnOwnDevice())
    const sent = async () => (await codeMails(CAROLINA)).length
    /** Requests of each device in turn, none of which another one's live code stops. */
    const askFromAll = async () => {
      for (const device of devices)
        for (let request = 0; request < 3; request += 1) {
          await server().db.update(recoveryCodes).set({ device: null, is_of_device: false })
          await device.send('requestRecovery', { email: CAROLINA })
        }
    }
    await askFromAll()
    expect(await sent()).toBe(15)
    for (let mailed = 16; mailed <= 20; mailed += 1) {
      await letTimePass(server().db, 590)
      await askFromAll()
      expect(await sent()).toBe(mailed - 1)
      await letTimePass(server().db, 10)
      await askFromAll()
      expect(await sent()).toBe(mailed)
    }
  })

  it('is unknown to an account that has not signed in with it', async () => {
    const danielasDevice = await signInOnOwnDevice(DANIELA)
    await fillAttempts(server().db, strangersAttemptKey(), 50)
    expect((await danielasDevice.login(CAROLINA)).statusCode).toBe(429)
  })
})

describe('an address with failed sign-ins of strangers', () => {
  const SCHOOL = '10.30.0.1'
  /** Sets the counters of the address as if `times` calls of each kind had just failed. */
  const fail = async (times: number) => {
    for (const kind of ['login', 'recovery', 'code'] as const)
      await fillAttempts(server().db, callsOf(strangerAt(SCHOOL), kind), times)
  }
  const recover = async (device: ReturnType<typeof browserOf>) => {
    await device.send('requestRecovery', { email: CAROLINA })
    const fields = { email: CAROLINA, token: await newestCode(CAROLINA), new_password: NEW_PASSWORD }
    return (await device.send('confirmRecovery', fields)).statusCode
  }

  it('admits another family at once during 200 failures a minute, and lets it recover', async () => {
    await fail(200)
    const device = browserOf(server, SCHOOL)
    expect((await device.login(DANIELA)).statusCode).toBe(200)
    expect(await recover(browserOf(server, SCHOOL))).toBe(200)
  })

  it('admits a known device after any number of failures, and lets it recover', async () => {
    const device = browserOf(server, SCHOOL)
    await device.login(CAROLINA)
    await fail(240)
    const limited = await server().login(CAROLINA, 'demo1234', { remoteAddress: SCHOOL })
    expect(limited.statusCode).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await device.login(CAROLINA)).statusCode).toBe(200)
    expect(await recover(device)).toBe(200)
  })

  it('is not delayed by any number of right passwords', async () => {
    await fail(239)
    for (let family = 0; family < 5; family += 1)
      expect((await browserOf(server, SCHOOL).login(DANIELA)).statusCode).toBe(200)
  })
})

describe('what a stranger can observe about a successful sign-in (R7)', () => {
  /**
   * Simulates `failures` failed sign-ins, runs `meanwhile`, and returns what a stranger then sees: the statuses of
   * three wrong sign-ins and their longest Retry-After. `count` is the number of counted failures before them.
   */
  async function observe(failures: number, meanwhile: () => Promise<unknown>) {
    await letTimePass(server().db, 86_400)
    await fillAttempts(server().db, strangersAttemptKey(), failures)
    await meanwhile()
    const count = await countOf(server().db, strangersAttemptKey())
    const responses = []
    for (let attempts = 0; attempts < 3; attempts += 1)
      responses.push(await server().login(CAROLINA, 'clave-errada', newAddress()))
    const seconds = responses.map(({ headers }) => Number(headers['retry-after'] ?? 0))
    return { count, statuses: responses.map(({ statusCode }) => statusCode), seconds: Math.max(...seconds) }
  }
  type Seen = Awaited<ReturnType<typeof observe>>

  function expectAlike(one: Seen, other: Seen): void {
    expect([one.count, one.statuses]).toEqual([other.count, other.statuses])
    // Retry-After is the rest of a pause, which is shorter the more slowly a busy machine runs the steps before it.
    expect(Math.abs(one.seconds - other.seconds)).toBeLessThan(15)
  }
  const signInOnNewDevice = async () => {
    await letTimePass(server().db, 31)
    const { statusCode } = await browserOf(server, '10.40.0.1').login(CAROLINA)
    await letTimePass(server().db, -31)
    return statusCode
  }

  it.each([2, 13, 30, 50])('is the same after %i failures as without one', async (failures) => {
    const owner = await signInOnOwnDevice()
    const without = await observe(failures, async () => {})
    const onKnown = await observe(failures, async () =>
      expect((await owner.login(CAROLINA)).statusCode).toBe(200),
    )
    expectAlike(onKnown, without)
    const expected = failures < 50 ? 200 : 429
    const onNew = await observe(failures, async () => expect(await signInOnNewDevice()).toBe(expected))
    expectAlike(onNew, without)
  })

  it('is the same after a recovery', async () => {
    const without = await observe(30, async () => {})
    const recovered = await observe(30, async () => {
      const token = await codeFor(CAROLINA)
      expect((await confirm(CAROLINA, token)).statusCode).toBe(200)
    })
    expectAlike(recovered, without)
  })
})
