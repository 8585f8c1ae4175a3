import type { RequestOf, ResponseOf, SignInCallName } from '@apoderados/contract/calls/api'
import { BASE_PATH, type Call } from '@apoderados/contract/calls/call'
import { signInApi } from '@apoderados/contract/calls/signInApi'
import * as z from 'zod/mini'
import { config } from '../../config.ts'
import { device } from '../device/network/deviceFetch.ts'
import { dispatch, getSession, onSessionChange } from '../session/store.ts'

/** '' on the web, where the page and the API share an origin. */
const API_ORIGIN: string = import.meta.env.API_ORIGIN

export type ErrorCode = `http_${number}` | 'timeout' | 'network' | 'bad_response'

/** A failed call. `message` is the server's text for the parent, or '' if it sent none. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** Whether the response was JSON, of any shape. */
  readonly isJson: boolean

  constructor(message: string, code: ErrorCode, response?: ApiResponse) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = response?.status
    this.requestId = response?.requestId
    this.isJson = response?.body !== undefined
  }

  /** Whether no response came: the connection failed, or the call reached its deadline or was cancelled. */
  get hasNoResponse(): boolean {
    return this.code === 'network' || this.code === 'timeout'
  }
}

type ApiResponse = {
  status: number
  /** Whether the response is an HTML page, which comes from a proxy or a captive portal, not from our server (R14). */
  isPage: boolean
  requestId: string | undefined
  /** The value of Retry-After in ms; 0 without it. */
  retryAfterMs: number
  /** The parsed body; undefined if it is not JSON. */
  body: unknown
}

type Options = {
  signal?: AbortSignal
  /** Replaces the session's token in a call that outlives the session. */
  token?: string | null
}

/** Turns a root-relative link of the contract (a photo, a document) into an address that this app can load. */
export const fileUrl = (link: string) => API_ORIGIN + link

/** Makes one of the calls of `signInApi`, as `sendCall` does. @throws ApiError */
export const callApi = async <N extends SignInCallName>(
  name: N,
  request: RequestOf<N>,
  options?: Options,
): Promise<ResponseOf<N>> => (await sendCall(signInApi[name], request, options)) as ResponseOf<N>

/**
 * Makes a call; a GET is retried once. Returns the response as the call's schema parses it.
 * @throws ApiError, at the latest after `config.callDeadlineMs`
 */
export async function sendCall(
  call: Call,
  request: Record<string, unknown>,
  { signal, token = getSession().auth_token }: Options = {},
): Promise<unknown> {
  const stop = new AbortController()
  const giveUp = () => stop.abort()
  const deadline = setTimeout(giveUp, config.callDeadlineMs)
  signal?.addEventListener('abort', giveUp)
  // The end of the session cancels a reading call; a writing call continues.
  const unsubscribe = onSessionChange(({ auth_token }) => {
    if (call.method === 'GET' && auth_token !== token) giveUp()
  })
  try {
    await globalThis.scheduler?.yield?.() // lets the browser handle input between the calls of a page
    const response = await sendWithRetry(buildRequest(call, request, token), stop.signal)
    signOutIfRefused(call, response, token)
    return parseResponse(call.response, response)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('', stop.signal.aborted ? 'timeout' : 'network')
  } finally {
    clearTimeout(deadline)
    unsubscribe()
    signal?.removeEventListener('abort', giveUp)
  }
}

function buildRequest(call: Call, request: Record<string, unknown>, token: string | null): Request {
  const fields = z.encode(call.request, request) as Record<string, string>
  const path = call.path.replace(/:(\w+)/g, (_, field: string) => {
    const { [field]: value = '' } = fields
    delete fields[field]
    return encodeURIComponent(value)
  })
  const headers = new Headers({ accept: 'application/json' })
  if (call.sendsToken && token !== null) headers.set('authorization', `Bearer ${token}`)
  const hasFields = Object.keys(fields).length > 0
  const isQuery = call.method === 'GET'
  if (hasFields && !isQuery) headers.set('content-type', 'application/json')
  const query = hasFields && isQuery ? `?${new URLSearchParams(fields)}` : ''
  return new Request(new URL(API_ORIGIN + BASE_PATH + path + query, location.origin), {
    method: call.method,
    headers,
    body: hasFields && !isQuery ? JSON.stringify(fields) : null,
    cache: 'no-store',
    credentials: 'same-origin', // without it the browser ignores the sign-out's Clear-Site-Data
    redirect: 'error',
    keepalive: call.method === 'DELETE', // a sign-out may outlive the page
  })
}

/** Sends the request. Retries a GET once, after a network error or the status 502, 503 or 504. */
async function sendWithRetry(request: Request, signal: AbortSignal): Promise<ApiResponse> {
  if (request.method !== 'GET') return sendOnce(request, signal)
  const first = await sendOnce(request, signal).catch((error: unknown) => {
    if (signal.aborted) throw error
  })
  if (first && ![502, 503, 504].includes(first.status)) return first
  const retryAfter = Math.min(first?.retryAfterMs ?? 0, config.retryPauseMaxMs)
  await pause(Math.max(config.retryPauseMs, retryAfter) * (0.5 + Math.random()), signal)
  return sendOnce(request, signal)
}

async function sendOnce(request: Request, signal: AbortSignal): Promise<ApiResponse> {
  const earlyResponse = await globalThis.earlyRequests?.take(request)
  signal.throwIfAborted() // an early request has no signal of this call
  return readResponse(earlyResponse ?? (await device.fetch(request.clone(), { signal })))
}

export async function readResponse(response: Response): Promise<ApiResponse> {
  const text = await response.text()
  return {
    status: response.status,
    isPage: response.headers.get('content-type')?.startsWith('text/html') ?? false,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: Number(response.headers.get('retry-after')) * 1_000 || 0,
    body: parseJson(text),
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Refusal = z.object({ success: z.optional(z.boolean()), message: z.string() })

/** @throws ApiError with the server's message if the response is a refusal */
export function throwIfRefused(response: ApiResponse) {
  const isOk = response.status >= 200 && response.status < 300
  const refusal = z.safeParse(Refusal, response.body).data
  if (!isOk || refusal?.success === false)
    throw new ApiError(refusal?.message ?? '', `http_${response.status}`, response)
}

function parseResponse(schema: Call['response'], response: ApiResponse): unknown {
  throwIfRefused(response)
  const parsed = schema === 'file' ? undefined : z.safeParse(schema, response.body)
  if (parsed?.success) return parsed.data
  throw new ApiError('', 'bad_response', response)
}

/** Ends the app's session if `signsOutOn` has the status (spec §4), but not for an HTML page or an earlier session. */
export function signOutIfRefused(
  { signsOutOn }: Pick<Call, 'signsOutOn'>,
  { status, isPage }: ApiResponse,
  token: string | null,
) {
  const isStale = token !== getSession().auth_token
  if (signsOutOn.includes(status) && !isPage && !isStale) dispatch({ type: 'refused' })
}
