import type pg from 'pg'
import { databaseLimits } from './limits.ts'
import { memoize } from './memoize.ts'

/** A connection of the pool while calls read on it, from before it is connected. */
type Shared = { client: Promise<pg.PoolClient>; calls: number; isBroken: boolean }

/** `markBroken` at the first failed statement: no further call joins. `release` after the last answer. */
export type SharedConnection = { client: pg.PoolClient; markBroken: () => void; release: () => void }

const sharedOf = memoize((_: pg.Pool) => new Set<Shared>())

/** The connection with the fewest calls; a new one up to the limit. */
function leastBusy(pool: pg.Pool): Shared {
  const all = sharedOf(pool)
  if (all.size >= databaseLimits.databaseReadConnections) {
    return [...all].reduce((least, each) => (each.calls < least.calls ? each : least))
  }
  const fresh = { client: pool.connect(), calls: 0, isBroken: false }
  all.add(fresh)
  return fresh
}

/** For a call that sends all its reads at once and changes nothing: other calls send theirs on it meanwhile. */
export async function acquireSharedConnection(pool: pg.Pool): Promise<SharedConnection> {
  const shared = leastBusy(pool)
  shared.calls += 1
  const markBroken = () => {
    shared.isBroken = true
    sharedOf(pool).delete(shared)
  }
  const release = () => {
    shared.calls -= 1
    if (shared.calls > 0) return
    sharedOf(pool).delete(shared)
    shared.client.then((client) => client.release(shared.isBroken)).catch(() => undefined)
  }
  try {
    return { client: await shared.client, markBroken, release }
  } catch (error) {
    markBroken()
    release()
    throw error
  }
}
