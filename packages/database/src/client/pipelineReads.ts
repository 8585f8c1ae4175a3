import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { memoize } from './memoize.ts'
import type { Database, Queryable } from './open.ts'
import { acquireSharedConnection } from './sharedConnections.ts'

/** The statements that an API call has sent, and the guard that must pass before the call gets their rows. */
type PipelinedCall = { guardPassed: Promise<void>; sent: Promise<unknown>[] }
/** The Drizzle databases of a connection that API calls share. `call` is the call that is sending its statements. */
type Pipeline = { forGuard: Queryable; forReads: Queryable; call: PipelinedCall | undefined }

/** Returns the connection's pipeline. Each connection has its own, since prepared statements belong to a connection. */
const pipelineOf = memoize((client: pg.PoolClient): Pipeline => {
  const currentCallOf = ({ call }: Pipeline): PipelinedCall => {
    if (!call) throw new Error('send reads before the call waits for anything')
    return call
  }
  const send = (...statement: Parameters<pg.PoolClient['query']>): Promise<unknown> => {
    const { sent } = currentCallOf(pipeline)
    const answer = Reflect.apply(client.query, client, statement) as unknown as Promise<unknown>
    sent.push(answer)
    return answer
  }
  const sendGuarded = async (...statement: Parameters<typeof send>) => {
    const { guardPassed } = currentCallOf(pipeline)
    const answer = send(...statement)
    answer.catch(() => undefined) // if the guard rejects, only the guard's error is reported
    await guardPassed
    return answer
  }
  const toDrizzle = (query: typeof send) => drizzle({ client: { query } as unknown as pg.PoolClient })
  const pipeline: Pipeline = { forGuard: toDrizzle(send), forReads: toDrizzle(sendGuarded), call: undefined }
  return pipeline
})

/**
 * Sends the statements of `guard` and `read` in one round trip, and returns the result of `read`. `read` receives its
 * rows only after `guard` has resolved. Both must send all their statements before their first await. The statements
 * of all calls in one turn of the event loop are sent in one write per connection, so that PostgreSQL and the server
 * wake up once for many calls.
 */
export async function pipelineReads<T>(
  { $client: pool }: Database,
  guard: (db: Queryable) => Promise<void>,
  read: (db: Queryable) => Promise<T>,
): Promise<T> {
  const { client, markBroken, release } = await acquireSharedConnection(pool)
  const pipeline = pipelineOf(client)
  const call: PipelinedCall = { guardPassed: Promise.resolve(), sent: [] }
  pipeline.call = call
  const { stream } = (client as pg.PoolClient & { connection: pg.Connection }).connection
  stream.cork()
  let answer: Promise<T>
  try {
    call.guardPassed = guard(pipeline.forGuard)
    call.guardPassed.catch(() => undefined) // awaited below, unless sending fails first
    answer = read(pipeline.forReads)
  } finally {
    pipeline.call = undefined
    setImmediate(() => stream.uncork()) // the write happens with the last uncork of this turn
    // Marks the connection at the first failure, and does not wait for the last answer, so that no other call joins a
    // broken connection.
    for (const answer of call.sent) answer.catch(markBroken)
    void Promise.allSettled(call.sent).then(release)
  }
  const [value] = await Promise.all([answer, call.guardPassed])
  return value
}
