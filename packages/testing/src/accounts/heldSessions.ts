import { randomBytes } from 'node:crypto'
import type { Database } from '@apoderados/core/db/client/open'
import { sessions } from '@apoderados/core/db/tables/accounts'
import type { Services } from '@apoderados/server/services'
import type { FastifyInstance } from 'fastify'

/** The parts that tests use of a server that runs in the test's own process. */
export type ServerUnderTest = { app: FastifyInstance; db: Database; services: Services }
export type HeldSession = { session_id: string; jwt: string }

/** A session is replaced after this many calls, fewer than the rate limit allows per session and minute. */
const CALLS_PER_SESSION = 500

/**
 * Provides a live session of each parent, and a new one before calls with the old one reach the rate limit. Call
 * `forget` after a call that ended the session.
 */
export function heldSessions({ db, services }: Pick<ServerUnderTest, 'db' | 'services'>) {
  const sessionByParent = new Map<number, HeldSession & { calls: number }>()
  async function of(parent_id: number): Promise<HeldSession> {
    const existing = sessionByParent.get(parent_id)
    if (existing && existing.calls < CALLS_PER_SESSION) {
      existing.calls += 1
      return existing
    }
    const session_id = randomBytes(16).toString('hex')
    const jwt = services.tokens.sign({ parent_id, session_id }, 3600)
    const created = { session_id, jwt, calls: 1 }
    const expires_at = new Date(Date.now() + 3_600_000)
    await db.insert(sessions).values({ id: session_id, parent_id, client: 'web', expires_at })
    sessionByParent.set(parent_id, created)
    return created
  }
  return { of, forget: (parent_id: number) => void sessionByParent.delete(parent_id) }
}
