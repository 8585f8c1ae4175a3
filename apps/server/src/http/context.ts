import type { Readable } from 'node:stream'
import type { Api, CallName, RequestOf, ResponseOf } from '@apoderados/contract/calls/api'
import type { FastifyBaseLogger } from 'fastify'
import type { DeviceProof } from '../auth/deviceProof.ts'
import type { Services } from '../services.ts'

export type ClientKind = 'web' | 'native'

/** The context of a call without a session: what its handler receives besides the request's fields. */
export type PublicContext = Services & {
  /** The caller's IPv4 address or IPv6 /64 network, the key of per-address limits (R25). */
  address: string
  client: ClientKind
  /** The header `User-Agent`; '' without it. */
  userAgent: string
  /** A logger whose lines contain the request's id. */
  log: FastifyBaseLogger
  /** The unverified token of the request; undefined if there is none. */
  bearer: string | undefined
  /** The deadline of the response, in ms of performance.now(): the caller then gets 503, so no write may come later. */
  deadlineAt: number
  /** The body of a call that `isUpload`. */
  upload: Readable
}

/** The context of a call whose device may prove that it has signed in before. */
export type DeviceContext = PublicContext & { proof: DeviceProof }

/** The context of a call whose session the database confirmed as live. */
export type SessionContext = PublicContext & { parent_id: number; session_id: string }

type ProofOf<N extends CallName> = Api[N] extends { usesDeviceProof: true } ? { proof: DeviceProof } : unknown
type ContextOf<N extends CallName> = ProofOf<N> &
  (Api[N]['needsSession'] extends true ? SessionContext : PublicContext)

/** One handler per call of the API; the compiler reports a missing or unknown one. */
export type Handlers = {
  [N in CallName]: (request: RequestOf<N>, context: ContextOf<N>) => Promise<ResponseOf<N>>
}
