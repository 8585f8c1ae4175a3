import { setTimeout as delay } from 'node:timers/promises'
import { locks } from '@apoderados/core/db/client/locks'
import { openDatabase } from '@apoderados/core/db/client/open'
import { newRun } from '@apoderados/importer/testing/newRun'
import { createTestSchool } from '@apoderados/testing/testSchool'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setupOperator } from '../testing/operator.ts'
import { inTransactionWithoutImport } from './transaction.ts'

const server = setupServer()
const operate = setupOperator(server)
let importClient: pg.Client

const holdImportLock = () => importClient.query('select pg_advisory_lock($1)', [locks.import])
const releaseImportLock = () => importClient.query('select pg_advisory_unlock_all()')

beforeAll(async () => {
  importClient = new pg.Client({ connectionString: server().url })
  await importClient.connect()
})
afterAll(() => importClient.end())

it('a transaction waits while an operator reads a question, despite the server’s idle timeout', async () => {
  const { url } = server()
  const database = new URL(url).pathname.slice(1)
  await importClient.query(`alter database ${database} set idle_in_transaction_session_timeout = '2s'`)
  const db = openDatabase(url, { forOperator: true })
  const response = await inTransactionWithoutImport(db, () => delay(3_000, 'REEMPLAZAR'))
  await db.$client.end()
  await importClient.query(`alter database ${database} reset idle_in_transaction_session_timeout`)
  expect(response).toBe('REEMPLAZAR')
})

describe('while an import writes', () => {
  it.each([
    ['account set-email', ['account', 'set-email', 'otra.familia@example.com', 'nueva@example.com']],
    ['account share', ['account', 'share', CAROLINA, '--email', 'si']],
  ])('%s is refused, and accepted afterwards', async (_, args) => {
    await holdImportLock()
    const refused = await operate(args)
    expect([refused.code, refused.errors]).toEqual([
      1,
      'Una importación está guardando datos. Inténtelo de nuevo cuando termine.',
    ])
    await releaseImportLock()
    expect((await operate(args)).errors).toBe('')
  })

  it('a blocked access does not wait', async () => {
    const school = await createTestSchool(server())
    const run = newRun()
    const { parent_id, student_id } = await school.family(await school.course(), { student: run.columns })
    const email = `padre.${run.columns.rut}@example.com`
    await server().db.$client.query('update parents set email = $1 where id = $2', [email, parent_id])
    await holdImportLock()
    const done = await operate(['link', 'block', run.typed, email, '--reason', 'Rol C-123-2026'])
    await releaseImportLock()
    expect([done.code, done.errors]).toEqual([0, ''])
    const { rows } = await server().db.$client.query(
      'select has_access from student_parents where student_id = $1',
      [student_id],
    )
    expect(rows).toEqual([{ has_access: false }])
  })
})
