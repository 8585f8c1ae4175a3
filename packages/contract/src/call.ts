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
  /** It is told whether this device has signed in to the account before, so that strangers' attempts do not hold it up. */
  usesDeviceProof?: true
}

/** Where the native apps send and receive that proof; a browser keeps it in a cookie. */
export const DEVICE_PROOF_HEADER = 'x-device-proof'

type Access = Pick<Call, 'needsSession' | 'sendsToken' | 'usesDeviceProof'>

/** The rule: a live session, and the app sends its token. */
export const MEMBER = { needsSession: true, sendsToken: true } as const satisfies Access
/** Anybody may call it and the app sends no token. */
export const OPEN = { needsSession: false, sendsToken: false } as const satisfies Access
/** Anybody may call it; what is tried too often is limited by the device, where it is known. */
export const OPEN_TO_GUESSES = { ...OPEN, usesDeviceProof: true } as const satisfies Access
/** The same; the app sends its token too, a stale one is ignored. */
export const OPEN_WITH_TOKEN = { ...OPEN_TO_GUESSES, sendsToken: true } as const satisfies Access

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
