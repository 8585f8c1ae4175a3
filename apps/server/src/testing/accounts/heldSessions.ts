import { randomBytes } from 'node:crypto'
import type { Database } from '@apoderados/database/client/open'
import { sessions } from '@apoderados/database/schema/schema'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'

/** A server under test, in this process. */
export type Target = { app: FastifyInstance; db: Database; services: Services }
export type HeldSession = { session_id: string; jwt: string }

/** Under the limit of a session's minute, so that none is met. */
const CALLS_A_SESSION = 500

/** A live session of each parent for one call more; `forget` after a call that ended it. */
export function heldSessions({ db, services }: Pick<Target, 'db' | 'services'>) {
  const held = new Map<number, HeldSession & { calls: number }>()
  async function of(parent_id: number): Promise<HeldSession> {
    const known = held.get(parent_id)
    if (known && known.calls < CALLS_A_SESSION) {
      known.calls += 1
      return known
    }
    const session_id = randomBytes(16).toString('hex')
    const jwt = services.tokens.sign({ parent_id, session_id }, 3600)
    const fresh = { session_id, jwt, calls: 1 }
    const expires_at = new Date(Date.now() + 3_600_000)
    await db.insert(sessions).values({ id: session_id, parent_id, client: 'web', expires_at })
    held.set(parent_id, fresh)
    return fresh
  }
  return { of, forget: (parent_id: number) => void held.delete(parent_id) }
}
