import { randomBytes } from 'node:crypto'
import { api, type CallName } from '@apoderados/contract/api'
import { BASE_PATH } from '@apoderados/contract/call'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/open.ts'
import { sessions } from '../../db/schema.ts'
import type { Services } from '../../services.ts'
import type { Fields } from './oracle.ts'

/** A server under test, in this process. */
export type Target = { app: FastifyInstance; db: Database; services: Services }
export type Answer = { status: number; body: string; headers: string }
export type Ask = (parent_id: number, name: CallName, fields: Fields) => Promise<Answer>

/** Under the limit of a session's minute, so that none is met. */
const CALLS_A_SESSION = 500

/** Asks as the parent, under sessions that are theirs; a photo by a link signed for them, right or not. */
export function askerOf({ app, db, services }: Target): Ask {
  const open = new Map<number, { session_id: string; jwt: string; calls: number }>()

  async function sessionOf(parent_id: number) {
    const known = open.get(parent_id)
    if (known && known.calls < CALLS_A_SESSION) return known
    const session_id = randomBytes(16).toString('hex')
    const jwt = services.tokens.sign({ parent_id, session_id }, 3600)
    const fresh = { session_id, jwt, calls: 0 }
    open.set(parent_id, fresh)
    const expires_at = new Date(Date.now() + 3_600_000)
    await db.insert(sessions).values({ id: session_id, parent_id, client: 'web', expires_at })
    return fresh
  }

  return async (parent_id, name, fields) => {
    const session = await sessionOf(parent_id)
    session.calls += 1
    const { path } = api[name]
    const query = new URLSearchParams(Object.entries(fields).filter(([key]) => !path.includes(`:${key}`)))
    const url =
      name === 'getPhoto'
        ? (services.links.photo(fields.id ?? '', session.session_id) as string)
        : `${BASE_PATH}${path.replace(':id', fields.id ?? '')}?${query}`
    const answer = await app.inject({
      url,
      ...(name !== 'getPhoto' && { headers: { authorization: `Bearer ${session.jwt}` } }),
    })
    const { 'x-request-id': _, date: __, ...headers } = answer.headers
    return {
      status: answer.statusCode,
      body: answer.rawPayload.toString('utf8'),
      headers: JSON.stringify(headers),
    }
  }
}
