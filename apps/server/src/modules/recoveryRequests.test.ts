import { callsOf } from '@apoderados/core/accounts/attemptKeys'
import { recoveryCodes } from '@apoderados/core/db/tables/accounts'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { mails } from '@apoderados/core/db/tables/messages'
import { parents } from '@apoderados/core/db/tables/people'
import { revealCode } from '@apoderados/core/secrets/oneTimeCodes'
import { fillAttempts, letTimePass } from '@apoderados/testing/accounts/attempts'
import { NEW_PASSWORD, setupRecoveries } from '@apoderados/testing/accounts/recoveries'
import { CAROLINA, CRISTIAN } from '@apoderados/testing/testServer'
import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'

const { server, other, newAddress, ask, confirm, validate, changeWith, ...recoveries } = setupRecoveries()
const { idOf, codeMails, codeFor, anHourPasses } = recoveries

describe('a request for a code', () => {
  it('gets the same response if the account exists, is closed or does not exist', async () => {
    await server().db.update(parents).set({ is_active: false }).where(eq(parents.email, CRISTIAN))
    const [known, closed, unknown] = [
      await ask(CAROLINA),
      await ask(CRISTIAN),
      await ask('nadie@example.com'),
    ]
    for (const response of [known, closed, unknown]) {
      expect(response.statusCode).toBe(200)
      expect(response.body).toBe(known.body)
      expect(Object.keys(response.headers)).toEqual(Object.keys(known.headers))
    }
    expect(known.json()).toEqual({ success: true, message: expect.stringMatching(/^Si ese correo tiene/) })
    expect(await codeMails(CAROLINA)).toHaveLength(1)
    expect(await server().db.select().from(mails)).toHaveLength(1)
    expect(await server().db.select().from(recoveryCodes)).toHaveLength(3)
  })

  it('accepts the e-mail in any case, and refuses an invalid one', async () => {
    expect((await ask(`  ${CAROLINA.toUpperCase()} `)).statusCode).toBe(200)
    expect(await codeMails(CAROLINA)).toHaveLength(1)
    expect((await ask('sin-arroba')).json().message).toBe('Ingresa un correo electrónico válido')
  })

  it('stores no code and no e-mail outside of the account’s own row', async () => {
    const code = await codeFor(CAROLINA)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}$/)
    for (const table of ['mails', 'recovery_codes', 'attempts', 'audit_log']) {
      const { rows } = await server().db.execute(sql.raw(`select * from ${table}`))
      expect(rows.length).toBeGreaterThan(0)
      const text = JSON.stringify(rows)
      for (const secret of [code, code.replaceAll('-', ''), CAROLINA]) expect(text).not.toContain(secret)
    }
  })

  it('sends three mails an hour; further requests get the same response, and the last code stays valid', async () => {
    for (const email of [CAROLINA, 'nadie@example.com']) {
      for (let request = 0; request < 5; request += 1) expect((await ask(email)).statusCode).toBe(200)
    }
    const sent = await codeMails(CAROLINA)
    expect(sent).toHaveLength(3)
    const code = revealCode(server().services.keys, 'recovery', sent[0]?.seed ?? '') as string
    expect((await validate(code)).statusCode).toBe(200)
    await anHourPasses()
    await ask(CAROLINA)
    expect(await codeMails(CAROLINA)).toHaveLength(4)
    expect((await validate(code)).statusCode).toBe(400)
  })

  it('sends one more mail per ten minutes of the hour, so that the newest code is always in the mailbox', async () => {
    const sent = async () => (await codeMails(CAROLINA)).length
    for (let request = 0; request < 4; request += 1) await ask(CAROLINA)
    for (let mailsBefore = 3; mailsBefore < 8; mailsBefore += 1) {
      await letTimePass(server().db, 570)
      await ask(CAROLINA)
      expect(await sent()).toBe(mailsBefore)
      await letTimePass(server().db, 30)
      await ask(CAROLINA)
      await ask(CAROLINA)
      expect(await sent()).toBe(mailsBefore + 1)
    }
  })

  it('repeated from many addresses sends three codes, of which one is valid', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => ask(CAROLINA)))
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const seeds = (await codeMails(CAROLINA)).map(({ seed }) => seed as string)
    expect(seeds).toHaveLength(3)
    const alive = await Promise.all(
      seeds.map((seed) => validate(revealCode(server().services.keys, 'recovery', seed) as string)),
    )
    expect(alive.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  it('is refused to an address after 240 a minute, in every process, for any e-mail', async () => {
    const from = { remoteAddress: '10.2.0.1' }
    const { keys } = server().services
    const addressCalls = callsOf({ keys, address: '10.2.0.1', device: undefined }, 'recovery')
    await fillAttempts(server().db, addressCalls, 238)
    const email = 'nadie@example.com'
    expect((await ask(email, from)).statusCode).toBe(200)
    expect((await other().send('requestRecovery', { email }, from)).statusCode).toBe(200)
    const forged = { ...from, headers: { 'x-forwarded-for': '203.0.113.9' } }
    const [unknown, known] = [
      await other().send('requestRecovery', { email }, forged),
      await ask(CAROLINA, from),
    ]
    for (const response of [unknown, known]) {
      expect(response.statusCode).toBe(429)
      const seconds = Number(response.headers['retry-after'])
      expect([seconds > 0, seconds <= 60]).toEqual([true, true])
      expect(response.json().message).toBe(`Demasiados intentos. Intenta de nuevo en ${seconds} segundos.`)
    }
    expect(await codeMails(CAROLINA)).toHaveLength(0)
    expect((await ask(CAROLINA)).statusCode).toBe(200)
    await letTimePass(server().db, 60)
    expect((await ask(CAROLINA, from)).statusCode).toBe(200)
  })

  it('is recorded in the audit log without the e-mail', async () => {
    await ask(CAROLINA)
    const [row] = await server()
      .db.select()
      .from(auditLog)
      .where(eq(auditLog.action, 'recovery_requested'))
      .orderBy(desc(auditLog.id))
    expect(row).toMatchObject({ parent_id: await idOf(CAROLINA), detail: null })
  })
})

describe('the fields of a recovery', () => {
  const withToken = (fields: object) => server().send('changePasswordWithToken', { ...fields }, newAddress())

  it('are reported one at a time, the first in order', async () => {
    const token = await codeFor(CAROLINA)
    const messageOf = async (fields: object) => (await withToken(fields)).json().message
    expect(await messageOf({})).toBe('El código de recuperación es requerido')
    expect(await messageOf({ token: '' })).toBe('El código de recuperación es requerido')
    expect(await messageOf({ token })).toBe('La contraseña es requerida')
    expect(await messageOf({ token, password1: 'corta', password2: '' })).toBe(
      'La contraseña debe tener al menos 6 caracteres',
    )
    expect(await messageOf({ token, password1: NEW_PASSWORD })).toBe('Debe confirmar la contraseña')
    expect(await messageOf({ token, password1: NEW_PASSWORD, password2: 'otra' })).toBe(
      'Las contraseñas no coinciden',
    )
    expect(await messageOf({ token: 'mala', password1: '123456', password2: '123456' })).toBe(
      'Código inválido o vencido',
    )
    expect((await confirm('', '', '')).json().message).toBe('El correo electrónico es requerido')
    expect((await confirm(CAROLINA, '', '')).json().message).toBe('El código de recuperación es requerido')
    expect((await validate(token)).statusCode).toBe(200)
  })

  it('refuse a guessable password, and keep the code', async () => {
    const code = await codeFor(CAROLINA)
    for (const password of ['123456', 'contrasena', 'Carolina2026', CAROLINA]) {
      for (const response of [await confirm(CAROLINA, code, password), await changeWith(code, password)]) {
        expect([password, response.statusCode, response.json().message]).toEqual([
          password,
          400,
          'Esa contraseña es muy fácil de adivinar. Elige otra.',
        ])
      }
    }
    // This easily guessed password is allowed for the accounts of the demo only.
    expect((await confirm(CAROLINA, code, 'demo1234')).statusCode).toBe(200)
  })

  it.each([
    ['a code of 10,000 characters', '0'.repeat(10_000), 400],
    ['NUL', '0000\0', 400],
    ['a list', ['0000'], 400],
    ['an object', { $ne: '' }, 400],
    ['a lone surrogate', '\ud800', 400],
    ['full-width digits', '０'.repeat(13), 400],
    ['emoji', '🙈'.repeat(13), 400],
    ['a letter that becomes two in upper case', 'ß'.repeat(13), 400],
    ['a wildcard', '%%%%%%%%%%%%%', 400],
    ['null', null, 400],
    ['a number', 1234567890123, 400],
  ])('refuse %s', async (_, token, status) => {
    for (const name of ['confirmRecovery', 'validateRecovery', 'changePasswordWithToken'] as const) {
      const password = name === 'validateRecovery' ? {} : { password1: NEW_PASSWORD, password2: NEW_PASSWORD }
      const fields = name === 'confirmRecovery' ? { email: CAROLINA, new_password: NEW_PASSWORD } : password
      const response = await server().send(name, { ...fields, token }, newAddress())
      expect(response.statusCode).toBe(status)
      expect(response.json()).toEqual({ success: false, message: expect.stringMatching(/^[A-ZÁÉÍÓÚ]/) })
    }
  })
})
