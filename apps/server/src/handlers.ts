import type { Api, CallName, RequestOf, ResponseOf } from '@apoderados/contract/api'
import type { FastifyBaseLogger } from 'fastify'
import type { DeviceProof } from './auth/deviceProof.ts'
import type { Queryable } from './db/open.ts'
import type { Services } from './services.ts'

export type ClientKind = 'web' | 'native'

/** What a call knows of its caller before any session. */
export type Guest = Services & {
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

/** One whose device may prove that it has signed in before. */
export type DeviceGuest = Guest & { proof: DeviceProof }

/** A caller whose session row was found alive in this very call. */
export type Member = Guest & { parent_id: number; session_id: string }

/**
 * Of a call that reads: `reads` is for what it asks first, in its first turn, and answers only once the session and the
 * link are found; `db` for whatever follows.
 */
export type Reader = Member & { reads: Queryable }

type MemberOf<N extends CallName> = Api[N]['method'] extends 'GET' ? Reader : Member
type GuestOf<N extends CallName> = Api[N] extends { usesDeviceProof: true } ? DeviceGuest : Guest
type ContextOf<N extends CallName> = Api[N]['needsSession'] extends true ? MemberOf<N> : GuestOf<N>

/** One function per call of the table: the compiler says which is missing, and that no other exists. */
export type Handlers = {
  [N in CallName]: (request: RequestOf<N>, context: ContextOf<N>) => Promise<ResponseOf<N>>
}
