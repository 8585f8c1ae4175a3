import type { Api, CallName, RequestOf, ResponseOf } from '@apoderados/contract/api'
import type { Queryable } from '@apoderados/database/client/open'
import type { FastifyBaseLogger } from 'fastify'
import type { DeviceProof } from '../auth/deviceProof.ts'
import type { Services } from '../services.ts'

export type ClientKind = 'web' | 'native'

/** What a handler gets without a session. */
export type PublicContext = Services & {
  /** The caller's address, /64 for IPv6: what limits key on (R25). */
  address: string
  client: ClientKind
  /** Its lines carry the request's id. */
  log: FastifyBaseLogger
  /** The token that came along, unchecked. */
  bearer: string | undefined
  /** When the caller is told 503, in ms of performance.now(): what waited for longer must write nothing any more. */
  answerBy: number
}

/** Of a call whose device may prove that it has signed in before. */
export type DeviceContext = PublicContext & { proof: DeviceProof }

/** Of a call whose session was found alive in the database. */
export type SessionContext = PublicContext & { parent_id: number; session_id: string }

/**
 * Of a call that reads: `reads` is for what it asks first, in its first turn, and answers only once the session and the
 * link are found; `db` for whatever follows.
 */
export type ReadContext = SessionContext & { reads: Queryable }

type SessionContextOf<N extends CallName> = Api[N]['method'] extends 'GET' ? ReadContext : SessionContext
type PublicContextOf<N extends CallName> = Api[N] extends { usesDeviceProof: true }
  ? DeviceContext
  : PublicContext
type ContextOf<N extends CallName> = Api[N]['needsSession'] extends true
  ? SessionContextOf<N>
  : PublicContextOf<N>

/** One function per call of the table: the compiler says which is missing, and that no other exists. */
export type Handlers = {
  [N in CallName]: (request: RequestOf<N>, context: ContextOf<N>) => Promise<ResponseOf<N>>
}
