import type pg from 'pg'
import { databaseLimits } from './limits.ts'
import { memoize } from './memoize.ts'

/** A pool's connection by which `calls` calls read at once. They may join before it connects: `client` is a promise. */
type PooledConnection = { client: Promise<pg.PoolClient>; calls: number; isBroken: boolean }

/**
 * A call's use of a shared connection. The user calls `markBroken` at the first failed statement, so that no other call
 * joins, and `release` after the last answer.
 */
export type SharedConnection = { client: pg.PoolClient; markBroken: () => void; release: () => void }

/** Returns the shared connections of a pool that other calls may join. */
const connectionsOf = memoize((_: pg.Pool) => new Set<PooledConnection>())

/** Returns a new connection or, if there are `sharedReadConnectionsMax` of them, the one with the fewest calls. */
function findLeastBusy(pool: pg.Pool): PooledConnection {
  const all = connectionsOf(pool)
  if (all.size >= databaseLimits.sharedReadConnectionsMax) {
    return [...all].reduce((least, each) => (each.calls < least.calls ? each : least))
  }
  const fresh = { client: pool.connect(), calls: 0, isBroken: false }
  all.add(fresh)
  return fresh
}

/**
 * Returns a connection for a call that sends all its reads at once and changes nothing. Other calls use the connection
 * at the same time.
 */
export async function acquireSharedConnection(pool: pg.Pool): Promise<SharedConnection> {
  const shared = findLeastBusy(pool)
  shared.calls += 1
  const markBroken = () => {
    shared.isBroken = true
    connectionsOf(pool).delete(shared)
  }
  const release = () => {
    shared.calls -= 1
    if (shared.calls > 0) return
    connectionsOf(pool).delete(shared)
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
