import type * as z from 'zod/mini'
import type { RecordKind } from '../privacy.ts'

/** The prefix of the path of every call (spec §7). */
export const BASE_PATH = '/api/v1/mobile/parent'

/**
 * More than `max` calls in an hour per parent, address, process, known secret or staff member get 429. Log and metrics show
 * the `name`.
 */
export type HourlyLimit = {
  name:
    | 'classmates'
    | 'documents'
    | 'certificates'
    | 'folios'
    | 'reports'
    | 'test notifications'
    | 'calendar feeds'
    | 'calendar'
    | 'digest'
    | 'enrolments'
    | 'invitations'
    | 'exports'
    | 'excuses'
    | 'receipts'
    | 'notices'
    | 'consents'
    | 'own data'
    | 'data requests'
  per: 'parent' | 'address' | 'process' | 'secret' | 'staff'
  max: number
}

/** The rules of a call that the server applies alike to the calls of families and of staff. */
export type ServerPolicy = {
  /** The limit of concurrent calls that the call counts against, in the server and in nginx (P8). */
  concurrencyPool: 'query' | 'hash' | 'sign-out'
  /** The server accepts this call even when its `concurrencyPool` is full. */
  isNeverShed?: true
  hourlyLimits?: readonly HourlyLimit[]
  /** Calendar programs make the call: HEAD is answered like GET, and parameters that they add to the query are ignored. */
  forCalendarPrograms?: true
  /** The body is a file, which the handler reads as a stream; the call has the time of an upload. */
  isUpload?: true
  /** The call counts as an active download until its last byte is sent. */
  isDownload?: true
  /** Headers of a successful response; they add to, or replace, the headers that every call sends. */
  headers?: Readonly<Record<string, string>>
  /** The call also accepts a form as its body, and ignores it (RFC 8058). */
  ignoresForm?: true
  /** The metric that counts the responses to this call alone. */
  metric?: 'sign_ins' | 'client_errors' | 'staff_sign_ins'
}

/** Who may make a call, and the rules that the server applies to it besides running its handler. */
export type Policy = ServerPolicy & {
  /** The server answers 401 without a live session. */
  needsSession: boolean
  /** The app sends its session token with the call, if it has one (spec §7 lists the calls without a token). */
  sendsToken: boolean
  /** The HTTP statuses that end the app's session (spec §4). */
  signsOutOn: readonly number[]
  /** The handler gets the device's proof of an earlier sign-in: failures of unknown devices do not block known ones. */
  usesDeviceProof?: true
  /** The action of the audit entry that the server writes before it answers the read. The entry has only ids (R30). */
  audit?: 'contacts_read' | 'document_read' | 'data_read'
  /** The kind of a student's records that the call reads, which is noted once a day for each guardian. */
  reads?: RecordKind
  /** The specification does not have the call: a server may lack it, and then answers 404. */
  isAddition?: true
}

/** What a call sends and receives, whoever makes it. */
export type CallShape = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  request: z.ZodMiniObject
  response: z.ZodMiniType | 'file'
}

/**
 * One call of the API. `request` is the query of a GET and the JSON body of any other method; parameters in the path
 * (`:id`) are taken from `request`. `response` lists the only fields that a response contains, or is 'file' for bytes.
 */
export type Call = Policy & CallShape

/** The native apps send and receive the device proof in this header; a browser keeps the proof in a cookie. */
export const DEVICE_PROOF_HEADER = 'x-device-proof'

/** The call needs a live session, the app sends its token, and a 401 response ends the app's session. */
export const AUTHENTICATED = {
  needsSession: true,
  sendsToken: true,
  signsOutOn: [401],
  concurrencyPool: 'query',
} as const satisfies Policy
/** `AUTHENTICATED`, but a 401 response leaves the app signed in. */
export const AUTHENTICATED_NO_SIGN_OUT = { ...AUTHENTICATED, signsOutOn: [] } as const satisfies Policy
/** `AUTHENTICATED`, but the specification does not have the call. */
export const ADDITION = { ...AUTHENTICATED, isAddition: true } as const satisfies Policy
/** The call needs no session, and the app sends no token. */
export const PUBLIC = {
  needsSession: false,
  sendsToken: false,
  signsOutOn: [],
  concurrencyPool: 'query',
} as const satisfies Policy
/** `PUBLIC`, but the server limits the attempts of a device that it knows apart from those of unknown devices. */
export const PUBLIC_WITH_DEVICE = { ...PUBLIC, usesDeviceProof: true } as const satisfies Policy

/** Returns the function that defines a call with the given method. */
const callDefiner =
  <M extends Call['method']>(method: M) =>
  <
    const A extends ServerPolicy,
    const P extends string,
    Q extends Call['request'],
    R extends Call['response'],
  >(
    policy: A,
    path: P,
    request: Q,
    response: R,
  ) => ({ method, path, request, response, ...policy })

export const get = callDefiner('GET')
export const post = callDefiner('POST')
/** It is not called `delete`, which is a reserved word. */
export const del = callDefiner('DELETE')
