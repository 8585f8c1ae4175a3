import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { attempts, auditLog, loginFailures, mails, parents, recoveryCodes, sessions } from '../db/schema.ts'
import { revealCode } from '../oneTimeCodes.ts'
import { CAROLINA, CRISTIAN, DANIELA, useServer } from '../testing/testServer.ts'

const server = useServer()
const other = useServer({ beside: server })
const NEW = 'tres-tristes-tigres'
const INVALID = { success: false, message: 'Código inválido o vencido' }

let addresses = 0
const newAddress = () => {
  addresses += 1
  return { remoteAddress: `10.1.${addresses >> 8}.${addresses & 255}` }
}
const ask = (email: string, from = newAddress()) => server().send('requestRecovery', { email }, from)
const confirm = (email: string, token: string, new_password = NEW, from = newAddress()) =>
  server().send('confirmRecovery', { email, token, new_password }, from)
const validate = (token: string, from = newAddress()) => server().send('validateRecovery', { token }, from)
const changeWith = (token: string, password = NEW, from = newAddress()) =>
  server().send('changePasswordWithToken', { token, password1: password, password2: password }, from)

const idOf = async (email: string) => {
  const [row] = await server().db.select({ id: parents.id }).from(parents).where(eq(parents.email, email))
  return row?.id as number
}
const mailsTo = async (email: string) =>
  server()
    .db.select()
    .from(mails)
    .where(and(eq(mails.parent_id, await idOf(email)), isNull(mails.sent_at)))
    .orderBy(desc(mails.queued_at))
const codeMails = async (email: string) =>
  (await mailsTo(email)).filter(({ kind }) => kind === 'recovery_code')

/** Asks for a code and reads it as the mail will show it. */
async function codeFor(email: string): Promise<string> {
  await ask(email)
  const [mail] = await codeMails(email)
  return revealCode(server().services.keys, 'recovery', mail?.seed ?? '') as string
}

const anHourPasses = () =>
  server().db.execute(
    sql`update attempts set moments = array(select moment - interval '1 hour' from unnest(moments) as moment)`,
  )

beforeEach(async () => {
  const password_hash = await server().services.passwords.hash('demo1234')
  await server().db.update(parents).set({ password_hash, password_changed: false, is_active: true })
  for (const table of [attempts, recoveryCodes, mails, loginFailures]) await server().db.delete(table)
})

describe('asking for a code', () => {
  it('answers alike whether the account exists, is closed or is none', async () => {
    await server().db.update(parents).set({ is_active: false }).where(eq(parents.email, CRISTIAN))
    const [known, closed, unknown] = [
      await ask(CAROLINA),
      await ask(CRISTIAN),
      await ask('nadie@example.com'),
    ]
    for (const answer of [known, closed, unknown]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe(known.body)
      expect(Object.keys(answer.headers)).toEqual(Object.keys(known.headers))
    }
    expect(known.json()).toEqual({ success: true, message: expect.stringMatching(/^Si ese correo tiene/) })
    expect(await codeMails(CAROLINA)).toHaveLength(1)
    expect(await server().db.select().from(mails)).toHaveLength(1)
    expect(await server().db.select().from(recoveryCodes)).toHaveLength(3)
  })

  it('knows the e-mail in any case, and refuses what is none', async () => {
    expect((await ask(`  ${CAROLINA.toUpperCase()} `)).statusCode).toBe(200)
    expect(await codeMails(CAROLINA)).toHaveLength(1)
    expect((await ask('sin-arroba')).json().message).toBe('Ingresa un correo electrónico válido')
  })

  it('keeps no code and no e-mail beside the account’s own row', async () => {
    const code = await codeFor(CAROLINA)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}$/)
    for (const table of ['mails', 'recovery_codes', 'attempts', 'audit_log']) {
      const { rows } = await server().db.execute(sql.raw(`select * from ${table}`))
      expect(rows.length).toBeGreaterThan(0)
      const text = JSON.stringify(rows)
      for (const secret of [code, code.replaceAll('-', ''), CAROLINA]) expect(text).not.toContain(secret)
    }
  })

  it('mails three an hour and no more, in silence: the last one mailed stays good', async () => {
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

  it('asked from everywhere at once mails three, of which one lives', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(CAROLINA)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const seeds = (await codeMails(CAROLINA)).map(({ seed }) => seed as string)
    expect(seeds).toHaveLength(3)
    const alive = await Promise.all(
      seeds.map((seed) => validate(revealCode(server().services.keys, 'recovery', seed) as string)),
    )
    expect(alive.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  it('is refused to an address after sixty an hour, in every process, for any e-mail alike', async () => {
    const from = { remoteAddress: '10.2.0.1' }
    const email = 'nadie@example.com'
    for (let request = 0; request < 30; request += 1) {
      expect((await ask(email, from)).statusCode).toBe(200)
      expect((await other().send('requestRecovery', { email }, from)).statusCode).toBe(200)
    }
    const forged = { ...from, headers: { 'x-forwarded-for': '203.0.113.9' } }
    const [unknown, known] = [
      await other().send('requestRecovery', { email }, forged),
      await ask(CAROLINA, from),
    ]
    for (const answer of [unknown, known]) {
      expect(answer.statusCode).toBe(429)
      const seconds = Number(answer.headers['retry-after'])
      expect(seconds).toBeGreaterThan(3_500)
      expect(answer.json().message).toBe(`Demasiados intentos. Intenta de nuevo en ${seconds} segundos.`)
    }
    expect(await codeMails(CAROLINA)).toHaveLength(0)
    expect((await ask(CAROLINA)).statusCode).toBe(200)
    await anHourPasses()
    expect((await ask(CAROLINA, from)).statusCode).toBe(200)
  })

  it('leaves a line of the audit log without the e-mail', async () => {
    await ask(CAROLINA)
    const [row] = await server()
      .db.select()
      .from(auditLog)
      .where(eq(auditLog.action, 'recovery_requested'))
      .orderBy(desc(auditLog.id))
    expect(row).toMatchObject({ parent_id: await idOf(CAROLINA), detail: null })
  })
})

describe('a code with a new password', () => {
  it('opens the account, ends every session and says so by mail', async () => {
    const [jwt, elsewhere] = [await server().signIn(CAROLINA), await server().signIn(CAROLINA)]
    await server().send('savePushToken', { token: 'telefono-1' }, { jwt })
    await ask(CAROLINA)
    const code = await codeFor(CAROLINA)
    const answer = await server().send(
      'confirmRecovery',
      { email: CAROLINA, token: code, new_password: NEW },
      { jwt: 'no.es.token' },
    )
    expect([answer.statusCode, answer.json().success]).toEqual([200, true])
    for (const old of [jwt, elsewhere]) {
      expect((await server().send('getProfile', {}, { jwt: old })).statusCode).toBe(401)
    }
    const { rows } = await server().db.execute(sql`select 1 from push_tokens`)
    expect(rows).toEqual([])
    expect((await server().login(CAROLINA)).statusCode).toBe(401)
    const { parent } = (await server().login(CAROLINA, NEW)).json()
    expect(parent.password_changed).toBe(true)
    expect(Date.now() - Date.parse(parent.password_changed_at)).toBeLessThan(10_000)
    expect((await mailsTo(CAROLINA))[0]?.kind).toBe('password_changed')
    const logged = await server().db.select({ action: auditLog.action }).from(auditLog)
    expect(logged.map(({ action }) => action)).toContain('recovery_confirmed')
  })

  it('leaves other parents’ sessions alone', async () => {
    const jwt = await server().signIn(DANIELA)
    expect((await confirm(CAROLINA, await codeFor(CAROLINA))).statusCode).toBe(200)
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(200)
  })

  it.each([
    ['in small letters', (code: string) => code.toLowerCase()],
    ['without hyphens', (code: string) => code.replaceAll('-', '')],
    ['with spaces and other dashes', (code: string) => ` ${code.replaceAll('-', ' – ')}\u00a0`],
    [
      'with O for 0, and I or L for 1',
      (code: string) => code.replaceAll('0', 'o').replace('1', 'l').replace('1', 'I'),
    ],
  ])('is taken %s', async (_, typed) => {
    expect((await confirm(CAROLINA, typed(await codeFor(CAROLINA)))).statusCode).toBe(200)
  })

  it('opens an account that guesses had closed for the day', async () => {
    for (let failure = 0; failure < 8; failure += 1) await server().login(CAROLINA, 'clave-errada')
    expect((await server().login(CAROLINA)).statusCode).toBe(429)
    expect((await changeWith(await codeFor(CAROLINA))).statusCode).toBe(200)
    expect((await server().login(CAROLINA, NEW)).statusCode).toBe(200)
  })

  it('is used once', async () => {
    const code = await codeFor(CAROLINA)
    expect((await validate(code)).json()).toEqual({ success: true, message: 'Código válido' })
    expect((await validate(code)).statusCode).toBe(200)
    expect((await changeWith(code)).statusCode).toBe(200)
    expect((await changeWith(code, 'otra-clave-larga')).json()).toEqual(INVALID)
    expect((await confirm(CAROLINA, code)).json()).toEqual(INVALID)
    expect((await validate(code)).json()).toEqual({ success: false, message: 'Token inválido' })
    expect((await server().login(CAROLINA, NEW)).statusCode).toBe(200)
  })

  it.each(['confirmRecovery', 'changePasswordWithToken'] as const)(
    '%s a hundred times at once changes one password',
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
      const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => racer(index)))
      const statuses = answers.map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      // 503 when more wait for their hash than the queue holds.
      expect(statuses.filter((status) => ![200, 400, 503].includes(status))).toEqual([])
      const winner = statuses.indexOf(200)
      expect((await server().login(CAROLINA, `tres-tristes-tigres-${winner}`)).statusCode).toBe(200)
    },
  )

  it('is dead after ten minutes', async () => {
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
    expect((await confirm(CAROLINA, code)).json()).toEqual(INVALID)
    expect((await changeWith(code)).json()).toEqual(INVALID)
  })

  it('is void once another was asked for', async () => {
    const [first, second] = [await codeFor(CAROLINA), await codeFor(CAROLINA)]
    expect((await confirm(CAROLINA, first)).json()).toEqual(INVALID)
    expect((await confirm(CAROLINA, second)).statusCode).toBe(200)
  })

  it('is for its own e-mail only, and for an account that is open', async () => {
    const code = await codeFor(CAROLINA)
    await ask(DANIELA)
    expect((await confirm(DANIELA, code)).json()).toEqual(INVALID)
    expect((await confirm('nadie@example.com', code)).json()).toEqual(INVALID)
    await server().db.update(parents).set({ is_active: false }).where(eq(parents.email, CAROLINA))
    expect((await confirm(CAROLINA, code)).json()).toEqual(INVALID)
    expect((await changeWith(code)).json()).toEqual(INVALID)
  })

  it('is dead after five wrong tries, even when thirty come at once', async () => {
    const code = await codeFor(CAROLINA)
    for (let tries = 0; tries < 4; tries += 1) await confirm(CAROLINA, '0000-0000-00000')
    expect((await validate(code)).statusCode).toBe(200)
    await confirm(CAROLINA, '0000-0000-00000')
    for (const answer of [await confirm(CAROLINA, code), await changeWith(code)])
      expect(answer.json()).toEqual(INVALID)

    const next = await codeFor(CAROLINA)
    await Promise.all(Array.from({ length: 30 }, () => confirm(CAROLINA, '0000-0000-00000')))
    const [row] = await server().db.select().from(recoveryCodes)
    expect(row?.wrong_tries).toBe(5)
    expect((await confirm(CAROLINA, next)).json()).toEqual(INVALID)
  })

  it('is no longer tried from an address after twenty wrong ones an hour, by whichever call', async () => {
    const from = { remoteAddress: '10.3.0.1' }
    const code = await codeFor(CAROLINA)
    for (let tries = 0; tries < 7; tries += 1) {
      expect((await validate('mala', from)).statusCode).toBe(400)
      expect((await changeWith('mala', NEW, from)).statusCode).toBe(400)
      if (tries < 6) expect((await confirm('nadie@example.com', 'mala', NEW, from)).statusCode).toBe(400)
    }
    const forged = { ...from, headers: { 'x-forwarded-for': '203.0.113.10' } }
    for (const answer of [
      await validate(code, from),
      await changeWith(code, NEW, from),
      await other().send('confirmRecovery', { email: CAROLINA, token: code, new_password: NEW }, forged),
    ]) {
      expect(answer.statusCode).toBe(429)
      expect(answer.json().message).toMatch(/^Demasiados intentos\. Intenta de nuevo en \d+ segundos\.$/)
    }
    expect((await confirm(CAROLINA, code)).statusCode).toBe(200)
    await anHourPasses()
    expect((await validate('mala', from)).statusCode).toBe(400)
  })

  it('answers a wrong code of a known and an unknown e-mail alike', async () => {
    await ask(CAROLINA)
    const [known, unknown] = [await confirm(CAROLINA, 'mala'), await confirm('nadie@example.com', 'mala')]
    expect([known.statusCode, unknown.statusCode]).toEqual([400, 400])
    expect(unknown.body).toBe(known.body)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
  })

  it('gives no session to a sign-in with the old password that was under way', async () => {
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

describe('the fields of a recovery', () => {
  const withToken = (fields: object) => server().send('changePasswordWithToken', { ...fields }, newAddress())

  it('are told by the first that is wrong', async () => {
    const token = await codeFor(CAROLINA)
    const messageOf = async (fields: object) => (await withToken(fields)).json().message
    expect(await messageOf({})).toBe('El código de recuperación es requerido')
    expect(await messageOf({ token: '' })).toBe('El código de recuperación es requerido')
    expect(await messageOf({ token })).toBe('La contraseña es requerida')
    expect(await messageOf({ token, password1: 'corta', password2: '' })).toBe(
      'La contraseña debe tener al menos 6 caracteres',
    )
    expect(await messageOf({ token, password1: NEW })).toBe('Debe confirmar la contraseña')
    expect(await messageOf({ token, password1: NEW, password2: 'otra' })).toBe('Las contraseñas no coinciden')
    expect(await messageOf({ token: 'mala', password1: '123456', password2: '123456' })).toBe(
      'Código inválido o vencido',
    )
    expect((await confirm('', '', '')).json().message).toBe('El correo electrónico es requerido')
    expect((await confirm(CAROLINA, '', '')).json().message).toBe('El código de recuperación es requerido')
    expect((await validate(token)).statusCode).toBe(200)
  })

  it('refuse a password that is easy to guess, and keep the code', async () => {
    const code = await codeFor(CAROLINA)
    for (const password of ['123456', 'contrasena', 'Carolina2026', CAROLINA]) {
      for (const answer of [await confirm(CAROLINA, code, password), await changeWith(code, password)]) {
        expect([password, answer.statusCode, answer.json().message]).toEqual([
          password,
          400,
          'Esa contraseña es muy fácil de adivinar. Elige otra.',
        ])
      }
    }
    expect((await confirm(CAROLINA, code, 'demo1234')).statusCode).toBe(200) // in the demo
  })

  it.each([
    ['a code of 10,000 signs', '0'.repeat(10_000), 400],
    ['NUL', '0000\0', 400],
    ['a list', ['0000'], 400],
    ['an object', { $ne: '' }, 400],
    ['a lone surrogate', '\ud800', 400],
    ['full-width digits', '０'.repeat(13), 400],
    ['emoji', '🙈'.repeat(13), 400],
    ['a letter that grows in upper case', 'ß'.repeat(13), 400],
    ['a wildcard', '%%%%%%%%%%%%%', 400],
    ['null', null, 400],
    ['a number', 1234567890123, 400],
  ])('refuse %s', async (_, token, status) => {
    for (const name of ['confirmRecovery', 'validateRecovery', 'changePasswordWithToken'] as const) {
      const password = name === 'validateRecovery' ? {} : { password1: NEW, password2: NEW }
      const fields = name === 'confirmRecovery' ? { email: CAROLINA, new_password: NEW } : password
      const answer = await server().send(name, { ...fields, token }, newAddress())
      expect(answer.statusCode).toBe(status)
      expect(answer.json()).toEqual({ success: false, message: expect.stringMatching(/^[A-ZÁÉÍÓÚ]/) })
    }
  })
})
