import { api, type CallName } from '@apoderados/contract/calls/api'
import type { Call } from '@apoderados/contract/calls/call'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { CAROLINA, CRISTIAN, DANIELA, setupServer } from '@apoderados/testing/testServer'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

const server = setupServer()
const UNKNOWN_ID = '0'.repeat(32)

/** A valid value for each field of the calls; `student_id` 1 is Martina, a child of Carolina. */
const validFields: Record<string, unknown> = {
  email: CAROLINA,
  password: 'demo1234',
  token: 'abc',
  new_password: 'nueva-clave-1',
  current_password: 'demo1234',
  password1: 'nueva-clave-1',
  password2: 'nueva-clave-1',
  student_id: '1',
  establishment_sub_period_id: '1',
  course_subject_id: '1',
  date: '17/08/2026',
  date_start: '01/08/2026',
  date_end: '31/08/2026',
  id: UNKNOWN_ID,
  school: '1',
  session: UNKNOWN_ID,
  session_id: UNKNOWN_ID,
  expires: '1795262400',
  signature: 'x'.repeat(43),
  version: '1.0.16',
  page: '/app/agenda',
  error: 'TypeError',
  stack: ['entry-C0_FGCcJ.js:1:2034'],
  kind: 'absence',
  key: '7d0c7d4e-4f5c-4bb2-9a35-0f3f1f9d2a11',
  from: '2026-04-01',
  to: '2026-04-01',
  reason: 'other',
  text: '',
  attachment: null,
  excuse_id: 1,
  notice_id: 1,
  until: '2026-08-17T12:00:00-04:00',
  students: [{ student_id: 1, kinds: { grade: true } }],
  quiet_from: null,
  quiet_until: null,
  show_detail: false,
  name: 'Mi teléfono',
  passkey: { id: 'AAAA', response: {} },
  passkey_id: UNKNOWN_ID,
  parent: '1',
  secret: '0'.repeat(64),
  is_granted: true,
  establishment_id: 1,
  format: 'json',
}

/** An id is text in a query and a number in a body. */
const idFor = (call: Call, id: string) => (call.method === 'GET' ? id : Number(id))
const validFieldsOf = (call: Call) => {
  const names = Object.keys(call.request.shape)
  const { student_id, ...fields } = Object.fromEntries(names.map((field) => [field, validFields[field]]))
  if (call.path.includes(':kind')) fields.kind = 'regular' // of a certificate, not of a justification
  if (names.includes('notice_id') && names.includes('version')) fields.version = 1 // of a notice, not of the app
  if (names.includes('is_granted')) fields.kind = 'photo'
  if (names.includes('establishment_id')) Object.assign(fields, { kind: 'access', text: 'x' })
  return student_id === undefined ? fields : { ...fields, student_id: idFor(call, String(student_id)) }
}
const calls = Object.entries(api) as [CallName, Call][]
const sessionCalls = calls.filter(([, call]) => call.needsSession)
const studentCalls = calls.filter(([, call]) => 'student_id' in call.request.shape)

describe('every call of the table', () => {
  it.each(sessionCalls)('%s responses 401 without a session', async (name, call) => {
    const response = await server().send(name, validFieldsOf(call))
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({ success: false, message: 'Token inválido' })
  })

  it.each(sessionCalls)('%s responses 401 before it validates a field', async (name) => {
    const response = await server().send(name, { id: 'x', nonsense: 'x' })
    expect(response.statusCode).toBe(401)
  })

  // The reads are sent together with the check of the session: their results must reach no caller, and leave no
  // side effect.
  it.each(sessionCalls)('%s does nothing for a session that has ended', async (name, call) => {
    const { db, send, signIn } = server()
    const jwt = await signIn(CAROLINA)
    await send('endSession', {}, { jwt })
    const states = async () => {
      const { rows } = await db.execute(sql`select (select count(*) from audit_log) as lines,
        (select max(last_login_at) from parents) as signed_in, (select count(*) from push_tokens) as devices`)
      return rows
    }
    const before = await states()
    const response = await send(name, validFieldsOf(call), { jwt })
    expect([response.statusCode, await states()]).toEqual([401, before])
  })

  it.each(studentCalls)('%s responses 404 for a student of another family', async (name, call) => {
    const jwt = await server().signIn(DANIELA)
    const foreign = await server().send(name, validFieldsOf(call), { jwt })
    const unknown = await server().send(
      name,
      { ...validFieldsOf(call), student_id: idFor(call, '999999') },
      { jwt },
    )
    expect([foreign.statusCode, unknown.statusCode]).toEqual([404, 404])
    expect(foreign.json()).toEqual({ success: false, message: 'No encontrado' })
    expect(unknown.body).toBe(foreign.body)
  })

  const strictCalls = calls.filter(([, call]) => !call.forCalendarPrograms)
  it.each(strictCalls)('%s responses 400 for an unknown field', async (name, call) => {
    const jwt = await server().signIn(CAROLINA)
    const response = await server().send(name, { ...validFieldsOf(call), es_admin: 'true' }, { jwt })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({
      success: false,
      message: 'La solicitud tiene campos que no se reconocen',
    })
  })

  // The pages of the public check say in HTML that there is no such folio, whatever was typed.
  const typedCalls = calls.filter(([name]) => !['getFolioForm', 'checkFolio'].includes(name))
  it.each(typedCalls.filter(([, call]) => Object.keys(call.request.shape).length > 0))(
    '%s responses 400 for a field of the wrong type',
    async (name, call) => {
      const jwt = await server().signIn(CAROLINA)
      for (const field of Object.keys(call.request.shape)) {
        const wrong = call.method === 'GET' ? 'no-es-un-valor!' : { not: 'text' }
        const response = await server().send(name, { ...validFieldsOf(call), [field]: wrong }, { jwt })
        expect(response.statusCode, field).toBe(400)
        expect(response.json().message, field).toMatch(/^[A-ZÁÉÍÓÚ][^<>]+$/)
        expect(response.json().message, field).not.toMatch(/invalid|expected|input/i)
      }
    },
  )
})

describe('rate limits', () => {
  const foreignFields = { student_id: '2' }

  it('of a session answer 429 with the time to wait after 600 calls a minute, and the session stays valid', async () => {
    vi.useFakeTimers({ toFake: ['Date'] }) // With a fake clock, the 600 calls are in one minute.
    onTestFinished(() => void vi.useRealTimers())
    const { db, send, signIn } = server()
    const [busy, calm] = [await signIn(CAROLINA), await signIn(CAROLINA)]
    const noted = () => db.$count(auditLog, eq(auditLog.action, 'access_denied'))
    const before = await noted()
    for (let call = 0; call < 600; call += 1) await send('getArrears', foreignFields, { jwt: busy })
    const limited = await send('getProfile', {}, { jwt: busy })
    expect(limited.statusCode).toBe(429)
    expect(limited.json().message).toBe(
      `Demasiados intentos. Intenta de nuevo en ${limited.headers['retry-after']} segundos.`,
    )
    expect((await send('getProfile', {}, { jwt: calm })).statusCode).toBe(200)
    // Only 600 refusals of a parent in an hour are audited, so that one parent cannot fill the audit log.
    expect(await noted()).toBe(before + 600)
    expect((await send('getArrears', foreignFields, { jwt: calm })).statusCode).toBe(404)
    expect(await noted()).toBe(before + 600)
  })

  it('of class lists and documents count per parent, across sessions: 600 an hour', {
    tags: 'long',
  }, async () => {
    const { send, signIn } = server()
    const ask = async (jwt: string) => {
      const list = await send('getClassmates', foreignFields, { jwt })
      const document = await send('getDocument', { id: 'f'.repeat(32) }, { jwt })
      return [list.statusCode, document.statusCode]
    }
    for (const jwt of [await signIn(CRISTIAN), await signIn(CRISTIAN)])
      for (let call = 0; call < 300; call += 1) expect(await ask(jwt)).toEqual([404, 404])
    const jwt = await signIn(CRISTIAN)
    expect(await ask(jwt)).toEqual([429, 429])
    expect((await send('getProfile', {}, { jwt })).statusCode).toBe(200)
    expect(await ask(await signIn(CAROLINA))).toEqual([404, 404])
  })
})
