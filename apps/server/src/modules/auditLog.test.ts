import { signInsTo } from '@apoderados/core/accounts/attemptKeys'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { fillAttempts } from '@apoderados/testing/accounts/attempts'
import { CAROLINA, DANIELA, setupServer } from '@apoderados/testing/testServer'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'

const server = setupServer()
const signInWrongly = (email: string, from = '10.0.0.1') =>
  server().login(email, 'clave-errada', { remoteAddress: from })

describe('the audit log', () => {
  it('contains sign-ins, failures and denied access, but no e-mail', async () => {
    const jwt = await server().signIn(DANIELA)
    await server().send('getArrears', { student_id: '1' }, { jwt })
    await signInWrongly(DANIELA)
    const rows = await server().db.select().from(auditLog)
    const actions = new Set(rows.map((row) => row.action))
    expect(actions).toContain('login')
    expect(actions).toContain('login_failed')
    expect(actions).toContain('access_denied')
    expect(JSON.stringify(rows)).not.toContain('@')
  })

  it('gets no row for a repeated use of an ended token, or for attempts while blocked', async () => {
    const jwt = await server().signIn(CAROLINA)
    await server().send('logout', {}, { jwt })
    const stranger = { keys: server().services.keys, address: '10.0.6.1', device: undefined }
    await fillAttempts(server().db, signInsTo(stranger, 'llena@example.com'), 50)
    const size = async () => (await server().db.select({ id: auditLog.id }).from(auditLog)).length
    const before = await size()
    await server().send('logout', {}, { jwt })
    expect((await signInWrongly('llena@example.com', '10.0.6.1')).statusCode).toBe(429)
    expect(await size()).toBe(before)
  })

  it('gets at most 600 rows of failures per hour and address', async () => {
    const isOfAddress = eq(auditLog.address, '10.0.7.1')
    const { auditRateLimit } = server().services
    for (let attempts = 0; attempts < 598; attempts += 1) auditRateLimit('10.0.7.1')
    for (let failure = 0; failure < 4; failure += 1)
      await signInWrongly(`n${failure}@example.com`, '10.0.7.1')
    expect(await server().db.$count(auditLog, isOfAddress)).toBe(2)
    expect((await server().login(DANIELA, 'demo1234', { remoteAddress: '10.0.7.1' })).statusCode).toBe(200)
    expect(await server().db.$count(auditLog, isOfAddress)).toBe(3)
  })

  it('cannot be changed', async () => {
    await expect(server().db.delete(auditLog)).rejects.toThrow()
    await expect(server().db.update(auditLog).set({ action: 'none' })).rejects.toThrow()
  })
})
