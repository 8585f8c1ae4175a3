import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { knownDevices } from '@apoderados/core/db/tables/accounts'
import { parents } from '@apoderados/core/db/tables/people'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { setupFolders } from '../../testing/folders.ts'
import { lastAuditLine, passwordOf, setupOperator } from '../../testing/operator.ts'

const server = setupServer()
const operate = setupOperator(server)
const newFolder = setupFolders()
let folder: string

beforeAll(async () => {
  folder = await newFolder()
})

describe('an account reset', () => {
  it('leaves only the new one-time password: every session ends, and no device is recognised', async () => {
    const jwt = await server().signIn(CAROLINA)
    const { path } = (await server().send('createCalendarFeed', { student_id: 1 }, { jwt })).json()
    const done = await operate(['account', 'reset', CAROLINA, '--mail'])
    expect(done.output).toBe(
      'La contraseña anterior ya no sirve. Correos en la cola: 1. El servidor los envía mientras está en marcha.',
    )
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(401)
    expect((await server().login(CAROLINA)).statusCode).toBe(401)
    const [carolina] = await server()
      .db.select({ id: parents.id })
      .from(parents)
      .where(eq(parents.email, CAROLINA))
    const devices = eq(knownDevices.parent_id, carolina?.id as number)
    expect(await server().db.$count(knownDevices, devices)).toBe(0)
    expect((await server().app.inject({ url: path })).statusCode).toBe(404)
    const password = await passwordOf(server(), carolina?.id as number)
    expect((await server().login(CAROLINA, password)).statusCode).toBe(200)
    expect(await lastAuditLine(server())).toMatchObject({
      parent_id: carolina?.id,
      detail: { command: 'account reset', by_mail: true },
    })
  })

  it('is rolled back if its letter cannot be written, and refused for a closed account', async () => {
    const email = 'otra.familia@example.com'
    const reset = (file: string) => operate(['account', 'reset', email, '--letters', join(folder, file)])
    expect((await reset('no-existe/carta.pdf')).errors).toMatch(/^No se puede: .+: no existe$/)
    expect((await server().login(email)).statusCode).toBe(200)
    await operate(['account', 'close', email])
    expect((await reset('carta.pdf')).errors).toBe('La cuenta está cerrada. Ábrala primero con account open.')
    await operate(['account', 'open', email])
    expect((await reset('carta.pdf')).code).toBe(0)
    expect((await stat(join(folder, 'carta.pdf'))).size).toBeGreaterThan(500)
  })
})
