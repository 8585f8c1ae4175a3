import { api } from '@apoderados/contract/calls/api'
import type { Call } from '@apoderados/contract/calls/call'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { productLimits } from '../config.ts'
import { timeoutMsOf, withDeadline } from './deadlines.ts'

const server = setupServer({ limits: { readResponseMs: productLimits.readResponseMs } })

describe('the time limit of a response', () => {
  it('is short for reads, and below the app’s 8 s for all calls but uploads', () => {
    expect(timeoutMsOf(api.getArrears, productLimits)).toBe(1_500)
    const calls: Call[] = Object.values(api)
    const all = calls.filter(({ isUpload }) => !isUpload).map((call) => timeoutMsOf(call, productLimits))
    expect(Math.max(...all)).toBeLessThan(8_000)
  })

  it('is answered with 503, and the late result is ignored', async () => {
    const { promise, reject } = Promise.withResolvers<never>()
    await expect(withDeadline(5, promise)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 })
    reject(new Error('too late'))
    await expect(withDeadline(5, Promise.reject(new Error('in time')))).rejects.toThrow('in time')
    expect(await withDeadline(5, Promise.resolve('in time'))).toBe('in time')
  })

  it('applies if the database accepts a call and does not answer it (P5)', async () => {
    const { send, signIn, url, db } = server()
    const jwt = await signIn(CAROLINA)
    const lockHolder = new pg.Client(url)
    await lockHolder.connect()
    await lockHolder.query('begin; lock table arrears in access exclusive mode')
    const response = await send('getArrears', { student_id: 1 }, { jwt })
    const stillAsked = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%"arrears"%'`
    // The database still runs the statement, so the response did not wait for it.
    await expect.poll(async () => (await db.$client.query(stillAsked)).rowCount).toBe(1)
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
    await lockHolder.end()
  })
})
