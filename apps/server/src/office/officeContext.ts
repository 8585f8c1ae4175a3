import type { Readable } from 'node:stream'
import type {
  OfficeCallName,
  OfficeRequestOf,
  OfficeResponseOf,
  officeApi,
} from '@apoderados/contract/office/officeApi'
import type { StaffRole } from '@apoderados/contract/office/roles'
import type { Database } from '@apoderados/core/db/client/open'
import type { StaffSession } from '@apoderados/core/staff/staffSessions'
import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../services.ts'
import type { SessionCookie } from './auth/sessionCookie.ts'

/** Where browsers find the console. */
export type OfficeAddress = {
  /** The origin, such as https://oficina.example.com. */
  origin: string
  /** The name to which passkeys are bound: the host of the origin. */
  rpId: string
  hasTls: boolean
}

export type LoadQueue = { dataDir: string; wake(): void }

/** What the handler of a call without a session receives besides the request's fields. */
export type OfficeContext = Services & {
  officeAddress: OfficeAddress
  /** The caller's IPv4 address or IPv6 /64 network, the key of per-address limits (R25). */
  address: string
  /** A logger whose lines contain the request's id. */
  log: FastifyBaseLogger
  cookie: SessionCookie
  /** The body of a call that `isUpload`. */
  upload: Readable
  /** The folder of the loads, and what wakes their worker; undefined if the server has none. */
  loads: LoadQueue | undefined
  /** The database with the operator's account, which writes people; undefined if this process has none. */
  writer: Database | undefined
  /** Where families open the app; undefined if the server does not know it. */
  publicUrl: string | undefined
  /** The deadline of the response, in ms of performance.now(): the caller then gets 503, so no write may come later. */
  deadlineAt: number
}

/** The context of a call with a session. */
export type StaffContext = OfficeContext & { session: StaffSession; staff_id: number }

/** The context of a call about a school, at which the caller's role allows the call. */
export type SchoolContext = StaffContext & { role: StaffRole }

type OfficeApi = typeof officeApi
type ContextOf<N extends OfficeCallName> = OfficeApi[N] extends { permission: string }
  ? SchoolContext
  : OfficeApi[N]['session'] extends 'none'
    ? OfficeContext
    : StaffContext

/** One handler per call of the console; the compiler reports a missing or unknown one. */
export type OfficeHandlers = {
  [N in OfficeCallName]: (request: OfficeRequestOf<N>, context: ContextOf<N>) => Promise<OfficeResponseOf<N>>
}
