import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { memoize } from './memoize.ts'
import type { Database, Queryable } from './open.ts'
import { acquireSharedConnection } from './sharedConnections.ts'

/** The statements that one call has sent; it receives rows once its guard has passed. */
type Call = { guard: Promise<void>; sent: Promise<unknown>[] }
/** A connection as calls write to it, one after the other. */
type Pipeline = { forGuard: Queryable; forReads: Queryable; call: Call | undefined }

/** Kept with its connection, where its statements are prepared. */
const pipelineOf = memoize((client: pg.PoolClient): Pipeline => {
  const callOf = ({ call }: Pipeline): Call => {
    if (!call) throw new Error('send reads before the call waits for anything')
    return call
  }
  const send = (...statement: Parameters<pg.PoolClient['query']>): Promise<unknown> => {
    const { sent } = callOf(pipeline)
    const answer = Reflect.apply(client.query, client, statement) as unknown as Promise<unknown>
    sent.push(answer)
    return answer
  }
  const guarded = async (...statement: Parameters<typeof send>) => {
    const { guard } = callOf(pipeline)
    const answer = send(...statement)
    answer.catch(() => undefined) // a refused call reports the refusal alone
    await guard
    return answer
  }
  const over = (query: typeof send) => drizzle({ client: { query } as unknown as pg.PoolClient })
  const pipeline: Pipeline = { forGuard: over(send), forReads: over(guarded), call: undefined }
  return pipeline
})

/**
 * Sends the statements of `guard` and `read` in one write and one round trip. `read` receives its rows, and goes on,
 * only after `guard` has passed. Both must send before they wait for anything.
 */
export async function pipelineReads<T>(
  { $client: pool }: Database,
  guard: (db: Queryable) => Promise<void>,
  read: (db: Queryable) => Promise<T>,
): Promise<T> {
  const { client, markBroken, release } = await acquireSharedConnection(pool)
  const pipeline = pipelineOf(client)
  const call: Call = { guard: Promise.resolve(), sent: [] }
  pipeline.call = call
  const { stream } = (client as pg.PoolClient & { connection: pg.Connection }).connection
  stream.cork()
  let answer: Promise<T>
  try {
    call.guard = guard(pipeline.forGuard)
    call.guard.catch(() => undefined) // awaited below, unless sending fails first
    answer = read(pipeline.forReads)
  } finally {
    pipeline.call = undefined
    stream.uncork()
    // At the first failure, not after the last answer: meanwhile other calls would join a broken connection.
    for (const answer of call.sent) answer.catch(markBroken)
    void Promise.allSettled(call.sent).then(release)
  }
  const [value] = await Promise.all([answer, call.guard])
  return value
}
