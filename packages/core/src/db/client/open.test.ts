import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setupServer } from '@apoderados/testing/testServer'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { type Database, openDatabase } from './open.ts'

const server = setupServer({ limits: { databaseStatementMs: 3_000 } })

it('reports refused connections by their code and continues with the open ones', async () => {
  const admin = server().db.$client
  const role = `few_${randomBytes(4).toString('hex')}`
  await admin.query(`create role ${role} login password 'few' connection limit 2`)
  const url = new URL(server().url)
  url.username = role
  url.password = 'few'
  const { $client: pool } = openDatabase(url.href)
  const ask = () => pool.query('select pg_sleep(0.005)')
  const responses = await Promise.allSettled(Array.from({ length: 20 }, ask))
  const codes = responses.map((response) =>
    response.status === 'rejected' ? response.reason.code : 'answered',
  )
  expect(new Set(codes)).toEqual(new Set(['answered', '53300']))
  await expect(ask()).resolves.toBeDefined()
  await pool.end()
  await admin.query(`drop role ${role}`)
})

it('limits a call’s statement to 3 s, and a command’s not at all (R31), and uses UTC', async () => {
  const read = async ({ $client: pool }: Database) =>
    (
      await pool.query(
        `select current_setting('statement_timeout') as timeout, current_setting('TimeZone') as zone`,
      )
    ).rows[0]
  const command = openDatabase(server().url, { forOperator: true })
  expect(await read(server().db)).toEqual({ timeout: '3s', zone: 'UTC' })
  expect(await read(command)).toEqual({ timeout: '0', zone: 'UTC' })
  await command.$client.end()
})

it('sends no setting in the startup packet, which PgBouncer would refuse', async () => {
  const received = Promise.withResolvers<string>()
  const listener = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (packet) => {
      received.resolve(packet.toString('latin1'))
      socket.destroy()
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const { $client: pool } = openDatabase(`postgres://server@127.0.0.1:${port}/school`)
  await expect(pool.query('select 1')).rejects.toThrow()
  // A startup packet contains its length and the protocol version, 4 bytes each, then names and values alternately.
  const texts = (await received.promise).slice(8).split('\0')
  const names = texts.filter((text, index) => index % 2 === 0 && text !== '')
  expect(names).toEqual(['user', 'database', 'application_name', 'client_encoding'])
  listener.close()
})

it('does not reuse the connection of a transaction that a read-only database rejected', async () => {
  const database = openDatabase(server().url)
  const pidOf = async () =>
    (await database.$client.query('select pg_backend_pid() as pid')).rows[0].pid as number
  const before = await pidOf()
  const refused = database.transaction(
    async (transaction) => {
      await transaction.execute(sql`create table refused (id int)`)
    },
    { accessMode: 'read only' },
  )
  await expect(refused).rejects.toMatchObject({ cause: { code: '25006' } })
  expect(await pidOf()).not.toBe(before)
  await database.$client.end()
})
