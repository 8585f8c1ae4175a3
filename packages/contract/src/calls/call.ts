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
  /** The app sends its session token with the call (spec §7 lists the calls without a token). */
  sendsToken: boolean
  /** The HTTP statuses that end the app's session (spec §4). */
  signsOutOn: readonly number[]
  /**
   * The handler receives the device's proof of an earlier sign-in, so that failed attempts from unknown devices do not
   * block the call from a known device.
   */
  usesDeviceProof?: true
}

/** The native apps send and receive the device proof in this header; a browser keeps the proof in a cookie. */
export const DEVICE_PROOF_HEADER = 'x-device-proof'

type Access = Pick<Call, 'needsSession' | 'sendsToken' | 'signsOutOn' | 'usesDeviceProof'>

/** The default: the call needs a live session, and the app sends its token. */
export const AUTHENTICATED = {
  needsSession: true,
  sendsToken: true,
  signsOutOn: [401],
} as const satisfies Access
/** For most calls below `/auth/`: a 401 answer leaves the app signed in. */
export const AUTHENTICATED_NO_SIGN_OUT = { ...AUTHENTICATED, signsOutOn: [] } as const satisfies Access
/** The call needs no session, and the app sends no token. */
export const PUBLIC = { needsSession: false, sendsToken: false, signsOutOn: [] } as const satisfies Access
/** `PUBLIC`, with attempts limited per device if the server knows the device, otherwise per IP address. */
export const PUBLIC_WITH_DEVICE = { ...PUBLIC, usesDeviceProof: true } as const satisfies Access
/** `PUBLIC_WITH_DEVICE`, but the app also sends its token; the server ignores an expired token. */
export const PUBLIC_WITH_DEVICE_AND_TOKEN = {
  ...PUBLIC_WITH_DEVICE,
  sendsToken: true,
} as const satisfies Access

const callsWith =
  <M extends Call['method']>(name: M) =>
  <const P extends string, Q extends Call['request'], R extends Call['response'], A extends Access>(
    access: A,
    path: P,
    request: Q,
    response: R,
  ) => ({ method: name, path, request, response, ...access })

export const get = callsWith('GET')
export const post = callsWith('POST')
export const del = callsWith('DELETE')
