import { tooManyAttempts } from '@apoderados/contract/messages'
import { accountAttemptKey, passwordChangesOf } from '@apoderados/core/accounts/attemptKeys'
import { attempts } from '@apoderados/core/db/tables/accounts'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { mails, pushTokens } from '@apoderados/core/db/tables/messages'
import { parents } from '@apoderados/core/db/tables/people'
import { revealCode } from '@apoderados/core/secrets/oneTimeCodes'
import { countOf, fillAttempts, letTimePass } from '@apoderados/testing/accounts/attempts'
import { CAROLINA, DANIELA, setupServer } from '@apoderados/testing/testServer'
import { desc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const server = setupServer()
const NEW_PASSWORD = 'tres-tristes-tigres'
const NEW_PARENT_EMAIL = 'nuevo@example.com'
const GUESSABLE_MESSAGE = 'Esa contraseña es muy fácil de adivinar. Elige otra.'

const sendPasswordChange = (jwt: string, current_password: string, new_password = NEW_PASSWORD) =>
  server().send('changePassword', { current_password, new_password }, { jwt })
const requestProfile = (jwt: string) => server().send('getProfile', {}, { jwt })

beforeEach(async () => {
  const password_hash = await server().services.passwords.hash('demo1234')
  await server().db.update(parents).set({ password_hash })
  for (const table of [attempts, mails]) await server().db.delete(table)
})

describe('a change of the password', () => {
  it('keeps this session, ends every other one with its push token, and says so by mail', async () => {
    const [ownSession, otherSession, native] = [
      await server().signIn(NEW_PARENT_EMAIL),
      await server().signIn(NEW_PARENT_EMAIL),
      await server().signIn(NEW_PARENT_EMAIL, { headers: { origin: 'https://localhost' } }),
    ]
    await server().send('savePushToken', { token: 'aqui' }, { jwt: ownSession })
    await server().send('savePushToken', { token: 'alla' }, { jwt: native })
    expect((await requestProfile(ownSession)).json().password_changed).toBe(false)
    const startedAt = Date.now()
    const response = await sendPasswordChange(ownSession, 'demo1234')
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { success: true, message: 'Tu contraseña cambió' },
    ])
    const statuses = [
      await requestProfile(ownSession),
      await requestProfile(otherSession),
      await requestProfile(native),
    ]
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 401, 401])
    const { password_changed, password_changed_at } = (await requestProfile(ownSession)).json()
    expect(password_changed).toBe(true)
    expect(Date.parse(password_changed_at)).toBeGreaterThanOrEqual(startedAt)
    const tokens = await server().db.select({ token: pushTokens.token }).from(pushTokens)
    expect(tokens).toEqual([{ token: 'aqui' }])
    const queued = await server().db.select({ kind: mails.kind }).from(mails)
    expect(queued).toContainEqual({ kind: 'password_changed' })
    expect((await server().login(NEW_PARENT_EMAIL)).statusCode).toBe(401)
    expect((await server().login(NEW_PARENT_EMAIL, NEW_PASSWORD)).statusCode).toBe(200)
    const logged = await server().db.select({ action: auditLog.action }).from(auditLog)
    expect(logged.map(({ action }) => action)).toContain('password_changed')
  })

  it('answers a wrong current password with 400, and keeps the session', async () => {
    const jwt = await server().signIn(CAROLINA)
    const response = await sendPasswordChange(jwt, 'clave-errada')
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { success: false, message: 'Contraseña actual incorrecta' },
    ])
    expect((await requestProfile(jwt)).statusCode).toBe(200)
    expect((await server().login(CAROLINA)).statusCode).toBe(200)
    const [row] = await server().db.select().from(auditLog).orderBy(desc(auditLog.id)).offset(1).limit(1)
    expect(row?.action).toBe('password_change_failed')
  })

  it('is limited after wrong passwords like a sign-in, but not by a stranger’s failed sign-ins', async () => {
    const jwt = await server().signIn(CAROLINA)
    const { keys } = server().services
    await fillAttempts(server().db, { key: accountAttemptKey(keys, CAROLINA) }, 50)
    for (let failure = 0; failure < 5; failure += 1)
      expect((await sendPasswordChange(jwt, 'clave-errada')).statusCode).toBe(400)
    for (let failure = 0; failure < 3; failure += 1) await sendPasswordChange(jwt, 'clave-errada')
    for (const response of [await sendPasswordChange(jwt, 'demo1234'), await server().login(CAROLINA)]) {
      expect(response.statusCode).toBe(429)
      expect(response.json().message).toBe(tooManyAttempts(Number(response.headers['retry-after'])))
    }
    expect((await requestProfile(jwt)).statusCode).toBe(200)
    await letTimePass(server().db, 31)
    const before = await countOf(server().db, passwordChangesOf(keys, CAROLINA))
    expect((await sendPasswordChange(jwt, 'demo1234')).statusCode).toBe(200)
    expect(await countOf(server().db, passwordChangesOf(keys, CAROLINA))).toBe(before)
  })

  it('reports the first invalid field', async () => {
    const jwt = await server().signIn(CAROLINA)
    const message = async (fields: object) =>
      (await server().send('changePassword', { ...fields }, { jwt })).json().message
    expect(await message({})).toBe('La contraseña es requerida')
    expect(await message({ current_password: 'demo1234' })).toBe('La contraseña es requerida')
    expect(await message({ current_password: 'x', new_password: 'corta' })).toBe(
      'La contraseña debe tener al menos 6 caracteres',
    )
    expect(await message({ current_password: 'x', new_password: '123456' })).toBe(
      'Contraseña actual incorrecta',
    )
    expect(await message({ current_password: 'demo1234', new_password: '123456' })).toBe(GUESSABLE_MESSAGE)
  })

  it('fails if the password was recovered meanwhile', async () => {
    const jwt = await server().signIn(DANIELA)
    const { passwords, keys } = server().services
    const make = passwords.hash
    const gate = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password) => {
      reached.resolve()
      await gate.promise
      return make(password)
    })
    const changing = sendPasswordChange(jwt, 'demo1234', 'clave-del-intruso')
    await reached.promise
    await server().send('requestRecovery', { email: DANIELA })
    const [mail] = await server().db.select().from(mails)
    const token = revealCode(keys, 'recovery', mail?.seed ?? '')
    const fields = { email: DANIELA, token, new_password: NEW_PASSWORD }
    expect((await server().send('confirmRecovery', fields)).statusCode).toBe(200)
    gate.resolve()
    expect((await changing).statusCode).toBe(400)
    expect((await server().login(DANIELA, NEW_PASSWORD)).statusCode).toBe(200)
  })

  it('voids a recovery code that is being sent', async () => {
    const jwt = await server().signIn(DANIELA)
    await server().send('requestRecovery', { email: DANIELA })
    const [mail] = await server().db.select().from(mails)
    const token = revealCode(server().services.keys, 'recovery', mail?.seed ?? '')
    expect((await sendPasswordChange(jwt, 'demo1234')).statusCode).toBe(200)
    expect((await server().send('validateRecovery', { token })).statusCode).toBe(400)
  })
})

describe('a new password', () => {
  it('may be the demo’s own password only in the demo', async () => {
    const jwt = await server().signIn(CAROLINA)
    expect((await sendPasswordChange(jwt, 'demo1234', 'demo1234')).statusCode).toBe(200)
    await server().db.execute(sql`with gone as (delete from demo_school returning *)
      select set_config('test.year', (select year::text from gone), false)`)
    expect((await sendPasswordChange(jwt, 'demo1234', 'demo1234')).json().message).toBe(GUESSABLE_MESSAGE)
    await server().db.execute(sql`insert into demo_school (year) values (2026)`)
  })

  it('has 6 to 128 code points, where a letter with its accent counts once', async () => {
    const jwt = await server().signIn(CAROLINA)
    const statusWith = async (password: string) =>
      (await sendPasswordChange(jwt, 'demo1234', password)).statusCode
    expect(await statusWith('ñéíóú'.normalize('NFD'))).toBe(400)
    expect(await statusWith('🦊🐻🐼🦁🐯')).toBe(400)
    expect(await statusWith('🦊'.repeat(129))).toBe(400)
    const longest = '🦊🐻'.repeat(64)
    expect(await statusWith(longest)).toBe(400) // It only repeats two characters, which is easy to guess.
    const long = Array.from({ length: 128 }, (_, index) => String.fromCodePoint(0x1f400 + index)).join('')
    expect(await statusWith(long)).toBe(200)
    expect((await server().login(CAROLINA, long)).statusCode).toBe(200)
    expect((await sendPasswordChange(jwt, long, 'ñandúñ'.normalize('NFD'))).statusCode).toBe(200)
    expect((await server().login(CAROLINA, 'ñandúñ')).statusCode).toBe(200)
  })

  it('may be any text, including blanks', async () => {
    const jwt = await server().signIn(CAROLINA)
    expect((await sendPasswordChange(jwt, 'demo1234', '  mi perro Cachupín  ')).statusCode).toBe(200)
    expect((await server().login(CAROLINA, 'mi perro Cachupín')).statusCode).toBe(401)
    expect((await server().login(CAROLINA, '  mi perro Cachupín  ')).statusCode).toBe(200)
  })

  it('cannot be data of the account', async () => {
    const [row] = await server().db.select().from(parents).where(eq(parents.email, CAROLINA))
    const { name, last_name, rut, rut_dv } = row as { [K in keyof typeof row]: string } & typeof row
    const jwt = await server().signIn(CAROLINA)
    for (const password of [
      CAROLINA,
      'Apoderada',
      `${name}`.padEnd(6, '1'),
      `${name.split(' ')[0]}2026`,
      `${last_name.split(' ')[0]}1`.padEnd(6, '1'),
      `${rut}${rut_dv}`,
      `${rut}`,
      'Colegio Los Aromos de La Florida',
      'losaromosdelaflorida',
    ]) {
      expect([password, (await sendPasswordChange(jwt, 'demo1234', password)).json().message]).toEqual([
        password,
        GUESSABLE_MESSAGE,
      ])
    }
  })
})
