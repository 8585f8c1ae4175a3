import { sendError } from '@apoderados/server/http/errors'
import { setupServer } from '@apoderados/testing/testServer'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { databaseLimits } from './limits.ts'

const server = setupServer()

it('releases its connection if it cannot begin', async () => {
  const { db } = server()
  const unheardOf = 'of no kind' as 'serializable'
  for (let times = 0; times <= databaseLimits.databaseConnections; times += 1) {
    const unbegun = db.transaction(async () => 'begun', { isolationLevel: unheardOf })
    await expect(unbegun).rejects.toThrow('isolation level of no kind')
  }
  await expect(db.execute(sql`select 1`)).resolves.toBeTruthy()
})

it('reports a broken connection as an unavailable database', async () => {
  const { db } = server()
  const app = Fastify()
  app.setErrorHandler(sendError)
  app.get('/', () =>
    db.transaction((transaction) => transaction.execute(sql`select pg_terminate_backend(pg_backend_pid())`)),
  )
  const response = await app.inject('/')
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
  await expect(db.transaction((transaction) => transaction.execute(sql`select 1`))).resolves.toBeTruthy()
})

it('leaves the connection usable after a refusal and its rollback', async () => {
  const { db } = server()
  const readPid = sql<{ pid: number }>`select pg_backend_pid() as pid`
  const before = await db.execute(readPid)
  const refused = db.transaction(async (transaction) => {
    await transaction.execute(sql`create table undone (id int)`)
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect((await db.execute(readPid)).rows).toEqual(before.rows)
  await expect(db.execute(sql`select * from undone`)).rejects.toThrow()
})
