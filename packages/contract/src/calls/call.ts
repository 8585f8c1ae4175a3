import type * as z from 'zod/mini'

/** The prefix of the path of every call (spec §7). */
export const BASE_PATH = '/api/v1/mobile/parent'

/**
 * One call of the API. `request` is the query of a GET and the JSON body of any other method; parameters in
 * the path (`:id`) are taken from `request`. `response` lists the only fields that an answer contains, or is 'file' for
 * bytes.
 */
export type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  request: z.ZodMiniObject
  response: z.ZodMiniType | 'file'
  /** The server answers 401 without a live session. */
  needsSession: boolean
  /** The app sends its session token with the call, if it has one (spec §7 lists the calls without a token). */
  sendsToken: boolean
  /** The HTTP statuses that end the app's session (spec §4). */
  signsOutOn: readonly number[]
  /** The handler gets the device's proof of an earlier sign-in: failures of unknown devices do not block known ones. */
  usesDeviceProof?: true
}

/** The native apps send and receive the device proof in this header; a browser keeps the proof in a cookie. */
export const DEVICE_PROOF_HEADER = 'x-device-proof'

type Access = Pick<Call, 'needsSession' | 'sendsToken' | 'signsOutOn' | 'usesDeviceProof'>

/** The call needs a live session, the app sends its token, and a 401 answer ends the app's session. */
export const AUTHENTICATED = {
  needsSession: true,
  sendsToken: true,
  signsOutOn: [401],
} as const satisfies Access
/** `AUTHENTICATED`, but a 401 answer leaves the app signed in. */
export const AUTHENTICATED_NO_SIGN_OUT = { ...AUTHENTICATED, signsOutOn: [] } as const satisfies Access
/** The call needs no session, and the app sends no token. */
export const PUBLIC = { needsSession: false, sendsToken: false, signsOutOn: [] } as const satisfies Access
/** `PUBLIC`, but the server limits the attempts of a device that it knows apart from those of unknown devices. */
export const PUBLIC_WITH_DEVICE = { ...PUBLIC, usesDeviceProof: true } as const satisfies Access
/** `PUBLIC_WITH_DEVICE`, but the app also sends its token; the server ignores an expired token. */
export const PUBLIC_WITH_DEVICE_AND_TOKEN = {
  ...PUBLIC_WITH_DEVICE,
  sendsToken: true,
} as const satisfies Access

/** Returns the function that defines a call with the given method. */
const callDefiner =
  <M extends Call['method']>(method: M) =>
  <const P extends string, Q extends Call['request'], R extends Call['response'], A extends Access>(
    access: A,
    path: P,
    request: Q,
    response: R,
  ) => ({ method, path, request, response, ...access })

export const get = callDefiner('GET')
export const post = callDefiner('POST')
/** It is not called `delete`, which is a reserved word. */
export const del = callDefiner('DELETE')
