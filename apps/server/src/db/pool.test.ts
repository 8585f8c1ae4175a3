import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, it } from 'vitest'
import { useServer } from '../testing/testServer.ts'
import { useProductLimits } from '../testing/useProductLimits.ts'
import { databaseLimits } from './limits.ts'
import { type Database, openDatabase } from './open.ts'
import { Pool } from './pool.ts'

useProductLimits('databaseStatementMs')
const server = useServer()

it('makes do with fewer connections than it would like', async () => {
  const admin = server().db.$client
  const role = `few_${randomBytes(4).toString('hex')}`
  await admin.query(`create role ${role} login password 'few' connection limit 2`)
  const url = new URL(server().url)
  url.username = role
  url.password = 'few'
  const settings = {
    connectionString: url.href,
    max: 8,
    connectionTimeoutMillis: databaseLimits.databaseAcquireMs,
  }

  const plain = new pg.Pool(settings)
  const ask = (pool: pg.Pool) =>
    Promise.allSettled(Array.from({ length: 20 }, () => pool.query('select pg_sleep(0.005)')))
  const refused = (await ask(plain)).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0) // as the driver's own has it
  await plain.end()
  // The server counts a connection for a moment after it was closed.
  const open = 'select count(*)::int from pg_stat_activity where usename = $1'
  await expect.poll(async () => (await admin.query(open, [role])).rows[0].count).toBe(0)

  const pool = new Pool(settings)
  expect((await ask(pool)).map(({ status }) => status)).toEqual(Array(20).fill('fulfilled'))
  const client = await pool.connect()
  client.release()
  await pool.end()
  await admin.query(`drop role ${role}`)
})

it('gives a call’s statement 3 s, and a command’s the time that it takes (R31)', async () => {
  const timeOf = async ({ $client: pool }: Database) =>
    (await pool.query('show statement_timeout')).rows[0].statement_timeout
  const patient = openDatabase(server().url, { isPatient: true })
  expect([await timeOf(server().db), await timeOf(patient)]).toEqual(['3s', '0'])
  await patient.$client.end()
})
