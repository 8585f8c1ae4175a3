import { withClient } from '@apoderados/testing/client'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { expect, inject, it } from 'vitest'

const server = setupServer()
const serverWithoutDatabase = setupServer({ isDatabaseAway: true })

/** Makes connections read-only, as after a failover to a standby ('on'), or lets new connections write ('off'). */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const name = new URL(server().url).pathname.slice(1)
  await withClient(inject('clusterUrl'), async (admin) => {
    await admin.query(`alter database ${name} set default_transaction_read_only = ${value}`)
    if (value === 'on')
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  })
}

const requestReadiness = ({ app } = server()) => app.inject({ url: '/readyz' })

it('reports that the database does not answer', async () => {
  const response = await requestReadiness(serverWithoutDatabase())
  expect([response.statusCode, response.headers['retry-after'], response.json()]).toEqual([
    503,
    '5',
    { status: 'unavailable', reason: 'the database does not answer' },
  ])
})

it('is ready if the database accepts writes, and again as soon as it does', async () => {
  const jwt = await server().signIn(CAROLINA)
  await setReadOnly('on')
  await expect
    .poll(async () => (await requestReadiness()).json().reason)
    .toBe('the database accepts no writes')
  const write = await server().login(CAROLINA)
  expect([write.statusCode, write.headers['retry-after']]).toEqual([503, '5'])
  const read = await server().send('getArrears', { student_id: '1' }, { jwt })
  expect(read.statusCode).toBe(200)

  await setReadOnly('off') // The setting applies to new connections; open ones stay read-only.
  await expect.poll(async () => (await requestReadiness()).statusCode).toBe(200)
  await expect.poll(async () => (await server().login(CAROLINA)).statusCode).toBe(200)
})
