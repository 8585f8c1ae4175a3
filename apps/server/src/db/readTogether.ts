import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database, Queryable } from './open.ts'

/** One connection of the pool, as the call that holds it sends its first statements on it. */
type Line = {
  forGuard: Queryable
  forReads: Queryable
  guard: Promise<void>
  sent: Promise<unknown>[]
  isOpen: boolean
}

const lines = new WeakMap<pg.PoolClient, Line>()

/** Kept with its connection, where its statements are prepared. */
function lineOf(client: pg.PoolClient): Line {
  const known = lines.get(client)
  if (known) return known
  const send = (...statement: Parameters<pg.PoolClient['query']>): Promise<unknown> => {
    if (!line.isOpen) throw new Error('reads are sent before their call waits for anything')
    const answer = Reflect.apply(client.query, client, statement) as unknown as Promise<unknown>
    line.sent.push(answer)
    return answer
  }
  const guarded = async (...statement: Parameters<typeof send>) => {
    const answer = send(...statement)
    answer.catch(() => undefined) // who is refused does not hear of it
    await line.guard
    return answer
  }
  const over = (query: typeof send) => drizzle({ client: { query } as unknown as pg.PoolClient })
  const line: Line = {
    forGuard: over(send),
    forReads: over(guarded),
    guard: Promise.resolve(),
    sent: [],
    isOpen: false,
  }
  lines.set(client, line)
  return line
}

/**
 * The statements of both leave in one write and are answered in their order: one round trip. What `read` asks for comes
 * to it only once `guard` has let it pass; whatever else it does, it does after that. Each must send before it waits.
 */
export async function readTogether<T>(
  { $client: pool }: Database,
  guard: (db: Queryable) => Promise<void>,
  read: (db: Queryable) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const line = lineOf(client)
  const { stream } = (client as unknown as { connection: pg.Connection }).connection
  line.sent = []
  line.isOpen = true
  stream.cork()
  let answer: Promise<T>
  try {
    line.guard = guard(line.forGuard)
    line.guard.catch(() => undefined) // heard below, or overtaken by a failure to send
    answer = read(line.forReads)
  } finally {
    stream.uncork()
    line.isOpen = false
    const results = Promise.allSettled(line.sent)
    void results.then((all) => client.release(all.some(({ status }) => status === 'rejected')))
  }
  const [value] = await Promise.all([answer, line.guard])
  return value
}
