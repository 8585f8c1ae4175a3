import type { Api, CallName, RequestOf, ResponseOf } from '@apoderados/contract/calls/api'
import type { Queryable } from '@apoderados/database/client/open'
import type { FastifyBaseLogger } from 'fastify'
import type { DeviceProof } from '../auth/deviceProof.ts'
import type { Services } from '../services.ts'

export type ClientKind = 'web' | 'native'

/** The context of a call without a session: what its handler receives besides the request's fields. */
export type PublicContext = Services & {
  /** The caller's IPv4 address or IPv6 /64 network, the key of per-address limits (R25). */
  address: string
  client: ClientKind
  /** A logger whose lines contain the request's id. */
  log: FastifyBaseLogger
  /** The unverified token of the request; undefined if there is none. */
  bearer: string | undefined
  /** The deadline of the answer, in ms of performance.now(): the caller then gets 503, so no write may come later. */
  answerBy: number
}

/** The context of a public call whose device may prove that it has signed in before. */
export type DeviceContext = PublicContext & { proof: DeviceProof }

/** The context of a call whose session the database confirmed as live. */
export type SessionContext = PublicContext & { parent_id: number; session_id: string }

/**
 * The context of a read. A handler sends its first statements through `reads`, in one round trip with the session
 * check; their rows arrive only after that check has passed. Later statements use `db`.
 */
export type ReadContext = SessionContext & { reads: Queryable }

type SessionContextOf<N extends CallName> = Api[N]['method'] extends 'GET' ? ReadContext : SessionContext
type PublicContextOf<N extends CallName> = Api[N] extends { usesDeviceProof: true }
  ? DeviceContext
  : PublicContext
type ContextOf<N extends CallName> = Api[N]['needsSession'] extends true
  ? SessionContextOf<N>
  : PublicContextOf<N>

/** One handler per call of the API; the compiler reports a missing or unknown one. */
export type Handlers = {
  [N in CallName]: (request: RequestOf<N>, context: ContextOf<N>) => Promise<ResponseOf<N>>
}
