import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { oncePer } from './oncePer.ts'
import type { Database, Queryable } from './open.ts'
import { shareConnection } from './sharedConnections.ts'

/** What one call sends, of which it hears once its guard has let it pass. */
type Turn = { guard: Promise<void>; sent: Promise<unknown>[] }
/** A connection as calls write to it, each in its turn. */
type Line = { forGuard: Queryable; forReads: Queryable; turn: Turn | undefined }

/** Kept with its connection, where its statements are prepared. */
const lineOf = oncePer((client: pg.PoolClient): Line => {
  const turnOf = ({ turn }: Line): Turn => {
    if (!turn) throw new Error('reads are sent before their call waits for anything')
    return turn
  }
  const send = (...statement: Parameters<pg.PoolClient['query']>): Promise<unknown> => {
    const { sent } = turnOf(line)
    const answer = Reflect.apply(client.query, client, statement) as unknown as Promise<unknown>
    sent.push(answer)
    return answer
  }
  const guarded = async (...statement: Parameters<typeof send>) => {
    const { guard } = turnOf(line)
    const answer = send(...statement)
    answer.catch(() => undefined) // who is refused does not hear of it
    await guard
    return answer
  }
  const over = (query: typeof send) => drizzle({ client: { query } as unknown as pg.PoolClient })
  const line: Line = { forGuard: over(send), forReads: over(guarded), turn: undefined }
  return line
})

/**
 * The statements of both leave in one write and are answered in their order: one round trip. What `read` asks for comes
 * to it only once `guard` has let it pass; whatever else it does, it does after that. Each must send before it waits.
 */
export async function readTogether<T>(
  { $client: pool }: Database,
  guard: (db: Queryable) => Promise<void>,
  read: (db: Queryable) => Promise<T>,
): Promise<T> {
  const { client, fail, leave } = await shareConnection(pool)
  const line = lineOf(client)
  const turn: Turn = { guard: Promise.resolve(), sent: [] }
  line.turn = turn
  let answer: Promise<T>
  const { stream } = (client as pg.PoolClient & { connection: pg.Connection }).connection
  stream.cork() // one write for the statements of both
  try {
    turn.guard = guard(line.forGuard)
    turn.guard.catch(() => undefined) // heard below, or overtaken by a failure to send
    answer = read(line.forReads)
  } finally {
    line.turn = undefined
    stream.uncork()
    // At once, and not only when all have been answered: meanwhile another call would come to what is broken.
    for (const answer of turn.sent) answer.catch(fail)
    void Promise.allSettled(turn.sent).then(leave)
  }
  const [value] = await Promise.all([answer, turn.guard])
  return value
}

/** The same for what needs no guard: its statement finds out itself who may read. */
export const readShared = <T>(db: Database, read: (db: Queryable) => Promise<T>): Promise<T> =>
  readTogether(db, async () => {}, read)
