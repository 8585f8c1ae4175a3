import { useServer } from '@apoderados/server/testing/testServer'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { databaseLimits } from './limits.ts'
import { type Database, prepared, type Queryable } from './open.ts'
import { pipelineReads } from './pipelineReads.ts'
import { acquireSharedConnection, type SharedConnection } from './sharedConnections.ts'

type PooledClient = pg.PoolClient & { connection: pg.Connection }

const server = useServer()
const prepareNumber = prepared((db) =>
  db
    .select({
      it: sql<number>`1 / (1 - (${sql.placeholder('it')} = 0)::int) * ${sql.placeholder('it')}::int`,
    })
    .from(sql`(select 1) as one`)
    .prepare('numbers'),
)
/** Selects the number `it`; the statement fails for 0, because it then divides by 0. */
const selectNumber = async (db: Queryable, it: number) => (await prepareNumber(db).execute({ it }))[0]?.it
const breakConnection = prepared((db) =>
  db
    .select({ it: sql`pg_terminate_backend(pg_backend_pid())` })
    .from(sql`(select 1) as one`)
    .prepare('break_connection'),
)
const passingGuard = async (db: Queryable) => void (await selectNumber(db, 1))
const refusal = new Error('refused')
const refusingGuard = async (db: Queryable) => {
  await selectNumber(db, 1)
  throw refusal
}
/** Returns spies on the writes of the connections that `pipelineReads` will share. */
async function spyOnWrites({ $client: pool }: Database) {
  const clients = await Promise.all(
    Array.from({ length: databaseLimits.sharedReadConnectionsMax }, () => pool.connect()),
  )
  for (const client of clients) client.release() // `pipelineReads` takes idle connections first.
  return clients.map((client) => vi.spyOn((client as PooledClient).connection.stream, '_writev' as 'write'))
}
const countConnections = () => {
  const { totalCount, idleCount, waitingCount } = server().db.$client
  return { busy: totalCount - idleCount, waitingCount }
}
const expectFreeConnections = () =>
  expect.poll(countConnections, { interval: 2 }).toEqual({ busy: 0, waitingCount: 0 })
afterEach(expectFreeConnections)

describe('the reads of a call with their guard', () => {
  it('are sent in one write and answered in order', async () => {
    const { db } = server()
    const client = (await db.$client.connect()) as PooledClient
    client.release() // `pipelineReads` uses this idle connection.
    const writes = vi.spyOn(client.connection.stream, '_writev' as 'write')
    const answers = await pipelineReads(db, passingGuard, (reads) =>
      Promise.all([selectNumber(reads, 2), selectNumber(reads, 3)]),
    )
    expect(answers).toEqual([2, 3])
    expect(writes).toHaveBeenCalledTimes(1)
  })

  it('share their connections and writes with concurrent reads of other calls', async () => {
    const { db } = server()
    const writes = await spyOnWrites(db)
    const connected = vi.spyOn(db.$client, 'connect')
    const all = Array.from({ length: 5 * databaseLimits.databaseConnections }, (_, index) => index + 1)
    const answers = await Promise.all(
      all.map((it) => pipelineReads(db, passingGuard, (reads) => selectNumber(reads, it))),
    )
    expect(answers).toEqual(all)
    expect(connected).toHaveBeenCalledTimes(databaseLimits.sharedReadConnectionsMax)
    for (const write of writes) expect(write).toHaveBeenCalledTimes(1)
  })

  it('leave the other connections to writes', async () => {
    const { db } = server()
    const wait = prepared((on) =>
      on.select({ it: sql`pg_sleep(0.3)` }).from(sql`(select 1) as one`).prepare('wait'),
    )
    const runningReads = Array.from({ length: databaseLimits.databaseConnections + 1 }, () =>
      pipelineReads(db, passingGuard, (reads) => wait(reads).execute()),
    )
    await expect.poll(() => countConnections().busy).toBe(databaseLimits.sharedReadConnectionsMax)
    await expect(selectNumber(db, 2)).resolves.toBe(2)
    expect(countConnections().busy).toBe(databaseLimits.sharedReadConnectionsMax)
    await Promise.all(runningReads)
  })

  it('are not answered to a caller whom the guard rejects, and nothing runs after them', async () => {
    const { db } = server()
    const after = vi.fn()
    const read = async (reads: Queryable) => {
      await selectNumber(reads, 2)
      after()
    }
    await expect(pipelineReads(db, refusingGuard, read)).rejects.toBe(refusal)
    await expectFreeConnections() // By then all statements have been answered.
    await new Promise(setImmediate)
    expect(after).not.toHaveBeenCalled()
  })

  it('are rejected by their guard first, even if another statement fails', async () => {
    const broken = (reads: Queryable) => selectNumber(reads, 0)
    await expect(pipelineReads(server().db, refusingGuard, broken)).rejects.toBe(refusal)
    await expect(pipelineReads(server().db, passingGuard, broken)).rejects.toThrow('Failed query')
  })

  it('release their connection if they fail before anything was sent', async () => {
    const { db } = server()
    const fail = () => {
      throw refusal
    }
    for (let times = 0; times <= databaseLimits.databaseConnections; times += 1)
      await expect(pipelineReads(db, passingGuard, fail)).rejects.toBe(refusal)
    await expect(pipelineReads(db, passingGuard, (reads) => selectNumber(reads, 2))).resolves.toBe(2)
  })

  it('do not share a connection on which a statement failed, which closes after its last call', async () => {
    const { $client: pool } = server().db
    const shareAll = () =>
      Promise.all(
        Array.from({ length: databaseLimits.sharedReadConnectionsMax + 1 }, () =>
          acquireSharedConnection(pool),
        ),
      )
    const [failed, ...others] = (await shareAll()) as [SharedConnection, ...SharedConnection[]]
    // Another call still reads on this connection.
    expect(others.filter(({ client }) => client === failed.client)).toHaveLength(1)
    const closed = vi.fn()
    failed.client.once('end', closed)
    // `failed` is not released yet, like a call that waits for more answers, so the connection must stay open.
    await failed.client.query('select 1 / 0').catch(failed.markBroken)
    const next = await shareAll()
    const timesClosed = closed.mock.calls.length
    // Released before the assertions, so that no connection stays in use if one of them fails.
    for (const { release } of [failed, ...others, ...next]) release()
    for (const { client } of next) expect(client).not.toBe(failed.client)
    expect(timesClosed).toBe(0)
    await expect.poll(() => closed, { interval: 2 }).toHaveBeenCalled()
  })

  it('are all sent before the first answer, since the connection may then serve another call', async () => {
    const sendLate = async (reads: Queryable) => {
      await Promise.resolve()
      return selectNumber(reads, 2)
    }
    await expect(pipelineReads(server().db, passingGuard, sendLate)).rejects.toThrow()
  })

  it('keep the results of many concurrent calls apart', async () => {
    const { db } = server()
    const all = Array.from({ length: 20 * databaseLimits.databaseConnections }, (_, index) => index)
    const results = await Promise.allSettled(
      all.map((number) =>
        pipelineReads(db, number % 3 === 0 ? refusingGuard : passingGuard, (reads) =>
          selectNumber(reads, number),
        ),
      ),
    )
    for (const [number, result] of results.entries()) {
      if (number % 3 === 0) expect(result).toEqual({ status: 'rejected', reason: refusal })
      else expect(result).toEqual({ status: 'fulfilled', value: number })
    }
  })

  it('fail together if their connection breaks, and the next reads work', async () => {
    const { db } = server()
    const breakMidway = async (on: Queryable) => void (await breakConnection(on).execute())
    const broken = Array.from({ length: databaseLimits.sharedReadConnectionsMax }, () =>
      pipelineReads(db, breakMidway, (reads) => selectNumber(reads, 2)),
    )
    for (const { status } of await Promise.allSettled(broken)) expect(status).toBe('rejected')
    await expect(pipelineReads(db, passingGuard, (reads) => selectNumber(reads, 2))).resolves.toBe(2)
  })
})
