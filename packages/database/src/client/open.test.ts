import { randomBytes } from 'node:crypto'
import { useServer } from '@apoderados/server/testing/testServer'
import { useProductLimits } from '@apoderados/server/testing/useProductLimits'
import { expect, it } from 'vitest'
import { type Database, openDatabase } from './open.ts'

useProductLimits('databaseStatementMs')
const server = useServer()

it('reports refused connections by their code and goes on with those it has', async () => {
  const admin = server().db.$client
  const role = `few_${randomBytes(4).toString('hex')}`
  await admin.query(`create role ${role} login password 'few' connection limit 2`)
  const url = new URL(server().url)
  url.username = role
  url.password = 'few'
  const { $client: pool } = openDatabase(url.href)
  const ask = () => pool.query('select pg_sleep(0.005)')
  const answers = await Promise.allSettled(Array.from({ length: 20 }, ask))
  const codes = answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'answered'))
  expect(new Set(codes)).toEqual(new Set(['answered', '53300']))
  await expect(ask()).resolves.toBeDefined()
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
