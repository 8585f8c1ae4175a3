import type pg from 'pg'
import { databaseLimits } from './limits.ts'
import { oncePer } from './oncePer.ts'

/** A connection of the pool for as long as calls read on it, from before it is connected. */
type Shared = {
  client: Promise<pg.PoolClient>
  calls: number
  isBroken: boolean
}

/** `fail` as soon as a statement has failed: nobody else comes to the connection. `leave` once all have been answered. */
export type Share = { client: pg.PoolClient; fail: () => void; leave: () => void }

const openOf = oncePer((_: pg.Pool) => new Set<Shared>())

/** The one with the fewest calls; a further one while there may be more. */
function leastBusy(pool: pg.Pool): Shared {
  const all = openOf(pool)
  if (all.size >= databaseLimits.databaseReadConnections) {
    return [...all].reduce((least, each) => (each.calls < least.calls ? each : least))
  }
  const fresh = { client: pool.connect(), calls: 0, isBroken: false }
  all.add(fresh)
  return fresh
}

/**
 * A connection for a call that sends at once all that it reads, and leaves it as it is: others send theirs behind it
 * meanwhile. PostgreSQL and the server then wake up once for the statements of many calls.
 */
export async function shareConnection(pool: pg.Pool): Promise<Share> {
  const shared = leastBusy(pool)
  shared.calls += 1
  const fail = () => {
    shared.isBroken = true
    openOf(pool).delete(shared)
  }
  const leave = () => {
    shared.calls -= 1
    if (shared.calls === 0) openOf(pool).delete(shared)
    if (shared.calls === 0)
      shared.client.then((client) => client.release(shared.isBroken)).catch(() => undefined)
  }
  try {
    return { client: await shared.client, fail, leave }
  } catch (error) {
    fail()
    leave()
    throw error
  }
}
