import { tooManyAttempts } from '@apoderados/contract/messages'
import { accountAttemptKey, callsOf, passwordChangesOf } from '@apoderados/core/accounts/attemptKeys'
import { recoveryCodes, sessions } from '@apoderados/core/db/tables/accounts'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { parents } from '@apoderados/core/db/tables/people'
import { fillAttempts, letTimePass } from '@apoderados/testing/accounts/attempts'
import { browserOf } from '@apoderados/testing/accounts/devices'
import { NEW_PASSWORD, setupRecoveries } from '@apoderados/testing/accounts/recoveries'
import { CAROLINA, DANIELA } from '@apoderados/testing/testServer'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'

const { server, other, newAddress, ask, confirm, validate, changeWith, ...recoveries } = setupRecoveries()
const { idOf, mailsTo, codeFor } = recoveries
const INVALID_CODE_RESPONSE = { success: false, message: 'Código inválido o vencido' }

describe('a recovery code with a new password', () => {
  it('opens the account, ends every session and says so by mail', async () => {
    const [jwt, elsewhere] = [await server().signIn(CAROLINA), await server().signIn(CAROLINA)]
    await server().send('savePushToken', { token: 'telefono-1' }, { jwt })
    await ask(CAROLINA)
    const code = await codeFor(CAROLINA)
    const startedAt = Date.now()
    const response = await server().send(
      'confirmRecovery',
      { email: CAROLINA, token: code, new_password: NEW_PASSWORD },
      { jwt: 'no.es.token' },
    )
    expect([response.statusCode, response.json().success]).toEqual([200, true])
    for (const old of [jwt, elsewhere])
      expect((await server().send('getProfile', {}, { jwt: old })).statusCode).toBe(401)
    const { rows } = await server().db.execute(sql`select 1 from push_tokens`)
    expect(rows).toEqual([])
    expect((await server().login(CAROLINA)).statusCode).toBe(401)
    const { parent } = (await server().login(CAROLINA, NEW_PASSWORD)).json()
    expect(parent.password_changed).toBe(true)
    expect(Date.parse(parent.password_changed_at)).toBeGreaterThanOrEqual(startedAt)
    expect((await mailsTo(CAROLINA)).map(({ kind }) => kind)).toContain('password_changed')
    const logged = await server().db.select({ action: auditLog.action }).from(auditLog)
    expect(logged.map(({ action }) => action)).toContain('recovery_confirmed')
  })

  it('does not affect other parents’ sessions', async () => {
    const jwt = await server().signIn(DANIELA)
    expect((await confirm(CAROLINA, await codeFor(CAROLINA))).statusCode).toBe(200)
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(200)
  })

  it.each([
    ['in lower case', (code: string) => code.toLowerCase()],
    ['without hyphens', (code: string) => code.replaceAll('-', '')],
    ['with blanks and other dashes', (code: string) => ` ${code.replaceAll('-', ' – ')}\u00a0`],
    [
      'with O for 0, and I or L for 1',
      (code: string) => code.replaceAll('0', 'o').replace('1', 'l').replace('1', 'I'),
    ],
  ])('is accepted %s', async (_, typed) => {
    expect((await confirm(CAROLINA, typed(await codeFor(CAROLINA)))).statusCode).toBe(200)
  })

  it.each([
    ['confirmRecovery', (token: string) => ({ email: CAROLINA, token, new_password: NEW_PASSWORD })],
    [
      'changePasswordWithToken',
      (token: string) => ({ token, password1: NEW_PASSWORD, password2: NEW_PASSWORD }),
    ],
  ] as const)(
    'unlocks, by %s, an account that was locked by guesses, for this device only',
    async (name, fields) => {
      const { services, db } = server()
      for (const key of [
        accountAttemptKey(services.keys, CAROLINA),
        passwordChangesOf(services.keys, CAROLINA).key,
      ])
        await fillAttempts(db, { key }, 50)
      const owner = browserOf(server, '10.9.0.1')
      expect((await owner.login(CAROLINA)).statusCode).toBe(429)
      expect((await owner.send(name, fields(await codeFor(CAROLINA)))).statusCode).toBe(200)
      const signedIn = await owner.login(CAROLINA, NEW_PASSWORD)
      expect(signedIn.statusCode).toBe(200)
      const change = { current_password: NEW_PASSWORD, new_password: 'otra-clave-larga' }
      const { jwt } = signedIn.json()
      expect((await server().send('changePassword', change, { jwt })).statusCode).toBe(200)
      expect((await server().login(CAROLINA, 'otra-clave-larga', newAddress())).statusCode).toBe(429)
    },
  )

  it('ends the calendar addresses of the account', async () => {
    const jwt = await server().signIn(CAROLINA)
    const { path } = (await server().send('createCalendarFeed', { student_id: 1 }, { jwt })).json()
    expect((await server().app.inject({ url: path })).statusCode).toBe(200)
    expect((await changeWith(await codeFor(CAROLINA))).statusCode).toBe(200)
    expect((await server().app.inject({ url: path })).statusCode).toBe(404)
  })

  it('is valid once', async () => {
    const code = await codeFor(CAROLINA)
    expect((await validate(code)).json()).toEqual({ success: true, message: 'Código válido' })
    expect((await validate(code)).statusCode).toBe(200)
    expect((await changeWith(code)).statusCode).toBe(200)
    expect((await changeWith(code, 'otra-clave-larga')).json()).toEqual(INVALID_CODE_RESPONSE)
    expect((await confirm(CAROLINA, code)).json()).toEqual(INVALID_CODE_RESPONSE)
    expect((await validate(code)).json()).toEqual({ success: false, message: 'Token inválido' })
    expect((await server().login(CAROLINA, NEW_PASSWORD)).statusCode).toBe(200)
  })

  it.each(['confirmRecovery', 'changePasswordWithToken'] as const)(
    '%s a hundred times concurrently changes one password',
    async (name) => {
      const token = await codeFor(CAROLINA)
      const racer = (index: number) => {
        const password = `tres-tristes-tigres-${index}`
        const fields =
          name === 'confirmRecovery'
            ? { email: CAROLINA, token, new_password: password }
            : { token, password1: password, password2: password }
        return (index % 2 ? server() : other()).send(name, fields, newAddress())
      }
      const responses = await Promise.all(Array.from({ length: 100 }, (_, index) => racer(index)))
      const statuses = responses.map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      // The response is 503 if more calls wait for their hash than the queue holds.
      expect(statuses.filter((status) => ![200, 400, 503].includes(status))).toEqual([])
      const winner = statuses.indexOf(200)
      expect((await server().login(CAROLINA, `tres-tristes-tigres-${winner}`)).statusCode).toBe(200)
    },
  )

  it('expires after ten minutes', async () => {
    const code = await codeFor(CAROLINA)
    const age = (minutes: number) =>
      server()
        .db.update(recoveryCodes)
        .set({
          expires_at: sql`${recoveryCodes.expires_at} - make_interval(mins => ${minutes})`,
        })
    await age(9)
    expect((await validate(code)).statusCode).toBe(200)
    await age(1)
    expect((await validate(code)).statusCode).toBe(400)
    expect((await confirm(CAROLINA, code)).json()).toEqual(INVALID_CODE_RESPONSE)
    expect((await changeWith(code)).json()).toEqual(INVALID_CODE_RESPONSE)
  })

  it('is void once another was requested', async () => {
    const [first, second] = [await codeFor(CAROLINA), await codeFor(CAROLINA)]
    expect((await confirm(CAROLINA, first)).json()).toEqual(INVALID_CODE_RESPONSE)
    expect((await confirm(CAROLINA, second)).statusCode).toBe(200)
  })

  it('is valid only for its own e-mail and for an open account', async () => {
    const code = await codeFor(CAROLINA)
    await ask(DANIELA)
    expect((await confirm(DANIELA, code)).json()).toEqual(INVALID_CODE_RESPONSE)
    expect((await confirm('nadie@example.com', code)).json()).toEqual(INVALID_CODE_RESPONSE)
    await server().db.update(parents).set({ is_active: false }).where(eq(parents.email, CAROLINA))
    expect((await confirm(CAROLINA, code)).json()).toEqual(INVALID_CODE_RESPONSE)
    expect((await changeWith(code)).json()).toEqual(INVALID_CODE_RESPONSE)
  })

  it('is not tried a sixth time from an address, even by thirty concurrent calls', async () => {
    const code = await codeFor(CAROLINA)
    const from = newAddress()
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => confirm(CAROLINA, '0000-0000-00000', NEW_PASSWORD, from)),
    )
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
    const limited = await other().send(
      'confirmRecovery',
      { email: CAROLINA, token: code, new_password: NEW_PASSWORD },
      from,
    )
    expect(limited.statusCode).toBe(429)
    const seconds = Number(limited.headers['retry-after'])
    expect([seconds > 500, seconds <= 600]).toEqual([true, true])
    expect(limited.json().message).toBe(tooManyAttempts(seconds))
    expect((await confirm(DANIELA, 'mala', NEW_PASSWORD, from)).statusCode).toBe(400)
    expect((await confirm(CAROLINA, code)).statusCode).toBe(200)
  })

  it('is void for strangers after a thousand wrong attempts from all addresses', async () => {
    const code = await codeFor(CAROLINA)
    await server().db.update(recoveryCodes).set({ wrong_tries: 998 })
    await confirm(CAROLINA, '0000-0000-00000')
    expect((await validate(code)).statusCode).toBe(200)
    await Promise.all(Array.from({ length: 10 }, () => confirm(CAROLINA, '0000-0000-00000')))
    const [row] = await server().db.select().from(recoveryCodes)
    expect(row?.wrong_tries).toBe(1_000)
    for (const response of [await confirm(CAROLINA, code), await changeWith(code)])
      expect(response.json()).toEqual(INVALID_CODE_RESPONSE)
    expect((await validate(code)).statusCode).toBe(400)
  })

  it('is limited to 240 attempts a minute from an address, with any call', async () => {
    const from = { remoteAddress: '10.3.0.1' }
    const { db, services } = server()
    const code = await codeFor(CAROLINA)
    const addressCalls = callsOf({ keys: services.keys, address: '10.3.0.1', device: undefined }, 'code')
    await fillAttempts(db, addressCalls, 237)
    expect((await validate('mala', from)).statusCode).toBe(400)
    expect((await changeWith('mala', NEW_PASSWORD, from)).statusCode).toBe(400)
    expect((await confirm('nadie@example.com', 'mala', NEW_PASSWORD, from)).statusCode).toBe(400)
    const forged = { ...from, headers: { 'x-forwarded-for': '203.0.113.10' } }
    for (const response of [
      await validate(code, from),
      await changeWith(code, NEW_PASSWORD, from),
      await other().send(
        'confirmRecovery',
        { email: CAROLINA, token: code, new_password: NEW_PASSWORD },
        forged,
      ),
    ]) {
      expect(response.statusCode).toBe(429)
      expect(response.json().message).toMatch(
        /^Demasiados intentos\. Intenta de nuevo en \d+ (segundos|minutos)\.$/,
      )
    }
    const isNoted = and(eq(auditLog.action, 'recovery_failed'), eq(auditLog.address, '10.3.0.1'))
    expect(await db.select().from(auditLog).where(isNoted)).toHaveLength(3)
    await letTimePass(db, 60)
    expect((await validate('mala', from)).statusCode).toBe(400)
    expect((await confirm(CAROLINA, code, NEW_PASSWORD, from)).statusCode).toBe(200)
  })

  it('gets the same response for a known and an unknown e-mail if it is wrong', async () => {
    await ask(CAROLINA)
    const [known, unknown] = [await confirm(CAROLINA, 'mala'), await confirm('nadie@example.com', 'mala')]
    expect([known.statusCode, unknown.statusCode]).toEqual([400, 400])
    expect(unknown.body).toBe(known.body)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
    const noted = await server().db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(2)
    expect(noted).toMatchObject([
      { action: 'recovery_failed', parent_id: null },
      { action: 'recovery_failed', parent_id: await idOf(CAROLINA) },
    ])
  })

  it('voids a concurrent sign-in with the old password', async () => {
    const { passwords } = server().services
    const compare = passwords.matches
    const gate = Promise.withResolvers<void>()
    const compared = Promise.withResolvers<void>()
    const spy = vi.spyOn(passwords, 'matches').mockImplementationOnce(async (...given) => {
      const isRight = await compare(...given)
      compared.resolve()
      await gate.promise
      return isRight
    })
    const signingIn = server().login(CAROLINA)
    await compared.promise
    expect((await confirm(CAROLINA, await codeFor(CAROLINA))).statusCode).toBe(200)
    gate.resolve()
    expect((await signingIn).statusCode).toBe(401)
    spy.mockRestore()
    const alive = await server()
      .db.select()
      .from(sessions)
      .where(and(eq(sessions.parent_id, await idOf(CAROLINA)), isNull(sessions.revoked_at)))
    expect(alive).toEqual([])
  })
})
