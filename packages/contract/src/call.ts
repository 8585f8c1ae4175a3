import type * as z from 'zod/mini'

/** Where every path of the table hangs (spec §7). */
export const BASE_PATH = '/api/v1/mobile/parent'

/**
 * One line of the table. `request` is the query on GET and the JSON body otherwise; names in the
 * path (`:id`) are taken from it. `response` is the allow-list of the answer, or 'file' for bytes.
 */
export type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  request: z.ZodMiniObject
  response: z.ZodMiniType | 'file'
  /** The server answers 401 without a live session. */
  needsSession: boolean
  /** The app sends its Bearer (spec §7 lists the calls that go without). */
  sendsToken: boolean
  /** The statuses that end the app's session (spec §4). */
  signsOutOn: readonly number[]
  /** It is told whether this device has signed in to the account before, so that strangers' attempts do not hold it up. */
  usesDeviceProof?: true
}

/** Where the native apps send and receive that proof; a browser keeps it in a cookie. */
export const DEVICE_PROOF_HEADER = 'x-device-proof'

type Access = Pick<Call, 'needsSession' | 'sendsToken' | 'signsOutOn' | 'usesDeviceProof'>

/** The default: a live session, whose token the app sends. */
export const AUTHENTICATED = {
  needsSession: true,
  sendsToken: true,
  signsOutOn: [401],
} as const satisfies Access
/** A refusal leaves the app signed in: the calls below /auth/. */
export const AUTHENTICATED_NO_SIGN_OUT = { ...AUTHENTICATED, signsOutOn: [] } as const satisfies Access
/** Without a session, and the app sends no token. */
export const PUBLIC = { needsSession: false, sendsToken: false, signsOutOn: [] } as const satisfies Access
/** Attempts are limited by device, if it is known. */
export const PUBLIC_WITH_DEVICE = { ...PUBLIC, usesDeviceProof: true } as const satisfies Access
/** The app also sends its token; the server ignores a stale one. */
export const PUBLIC_WITH_DEVICE_AND_TOKEN = {
  ...PUBLIC_WITH_DEVICE,
  sendsToken: true,
} as const satisfies Access

const method =
  <M extends Call['method']>(name: M) =>
  <const P extends string, Q extends Call['request'], R extends Call['response'], A extends Access>(
    access: A,
    path: P,
    request: Q,
    response: R,
  ) => ({ method: name, path, request, response, ...access })

export const get = method('GET')
export const post = method('POST')
export const del = method('DELETE')
