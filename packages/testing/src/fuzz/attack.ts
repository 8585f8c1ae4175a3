import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { api, type CallName } from '@apoderados/contract/calls/api'
import type { Call } from '@apoderados/contract/calls/call'
import { databaseLimits } from '@apoderados/core/db/client/limits'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { heldSessions, type ServerUnderTest } from '../accounts/heldSessions.ts'
import { collectLog } from '../logLines.ts'
import { faultOfLine } from './logLine.ts'
import { anyRequest, bodyOf, type FuzzRequest, longestRequests, type TokenKind, urlOf } from './requests.ts'

const REQUEST_ID_PATTERN = /^[0-9a-f-]{36}$/
const ALLOWED_STATUSES = [200, 204, 400, 401, 404, 405, 413, 414, 415, 429]
/** Matches a part of a stack trace, of an SQL statement or of a path of the source code. */
const INTERNALS_PATTERN = /node_modules|\/src\/|Error:|\bselect .* from\b|\binsert into\b/
/**
 * The milliseconds after which a time limit can cause a 503 at the earliest: of the time limits, the one for acquiring
 * a database connection is the shortest.
 */
const BUSY_RESPONSE_MS_MIN = databaseLimits.databaseAcquireMs
/** The number of 503 responses per run that are accepted, because a machine may stall once. */
const BUSY_RESPONSES_MAX = 1
const METHODS_WITHOUT_RESPONSE_BODY = ['HEAD', 'OPTIONS']

/** Returns the decompressed body as text. */
function bodyTextOf({ headers, rawPayload, body }: LightMyRequestResponse): string {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(rawPayload).toString()
  if (headers['content-encoding'] === 'gzip') return gunzipSync(rawPayload).toString()
  return body
}

/** True if the content type fits the call: JSON with its charset, or an image or application type for a file. */
function hasExpectedType({ response }: Call, { statusCode, headers }: LightMyRequestResponse): boolean {
  const type = String(headers['content-type'])
  const isFile = response === 'file' && statusCode === 200
  return isFile
    ? /^(image|application)\/(?!json)[\w.-]+$/.test(type)
    : type === 'application/json; charset=utf-8'
}

/** Returns the call that the request reaches: with another method, it may be another call with the same path. */
const reachedCall = ({ name, method }: FuzzRequest): Call =>
  Object.values<Call>(api).find((call) => call.path === api[name].path && call.method === method) ?? api[name]

/** True if a 200 body matches the contract exactly; files are not checked. */
function matchesContract({ response }: Call, body: string): boolean {
  if (response === 'file') return true
  const responded = JSON.parse(body)
  return isDeepStrictEqual(JSON.parse(JSON.stringify(response.parse(responded))), responded)
}

function isRefusal(response: LightMyRequestResponse): boolean {
  const refusal = response.json()
  const isShape = isDeepStrictEqual(Object.keys(refusal).sort(), ['message', 'success'])
  return isShape && refusal.success === false && typeof refusal.message === 'string' && refusal.message !== ''
}

/** The pages of the public check, which answer in HTML, also to an unknown folio. */
const FOLIO_PAGES: CallName[] = ['getFolioForm', 'checkFolio']

/** Returns what is wrong with a page: it must show what was typed as text alone. */
function faultOfPage(response: LightMyRequestResponse): string | undefined {
  const body = bodyTextOf(response)
  if (response.headers['content-type'] === 'application/json; charset=utf-8')
    return isRefusal(response) ? undefined : `is refused in another shape: ${body.slice(0, 200)}`
  if (!body.startsWith('<!doctype html>')) return 'is no page'
  if (body.includes('<img')) return 'runs what was typed'
  return INTERNALS_PATTERN.test(body) ? `reveals internals: ${body.slice(0, 200)}` : undefined
}

/** Returns what is wrong with a response; undefined if it follows spec §7 and `INTERNALS_PATTERN` finds nothing (P3). */
function faultOf(request: FuzzRequest, response: LightMyRequestResponse): string | undefined {
  const { statusCode: status, headers } = response
  if (!ALLOWED_STATUSES.includes(status)) return `answers ${status}`
  if (!REQUEST_ID_PATTERN.test(String(headers['x-request-id']))) return 'has no request id of ours'
  if (status === 204 || METHODS_WITHOUT_RESPONSE_BODY.includes(request.method ?? '')) return undefined
  if (FOLIO_PAGES.includes(request.name) && [200, 404].includes(status)) return faultOfPage(response)
  if (!hasExpectedType(api[request.name], response)) return `says that it is ${headers['content-type']}`
  const body = bodyTextOf(response)
  if (status === 200)
    return matchesContract(reachedCall(request), body) ? undefined : 'is not of the contract'
  if (!isRefusal(response)) return `is refused in another shape: ${body.slice(0, 200)}`
  if (status === 429 && !Number(headers['retry-after'])) return 'does not say when to come back'
  return INTERNALS_PATTERN.test(body) ? `reveals internals: ${body.slice(0, 200)}` : undefined
}

const AUTHORIZATION_HEADERS: Record<TokenKind, (jwt: string) => string | undefined> = {
  own: (jwt) => `Bearer ${jwt}`,
  none: () => undefined,
  forged: (jwt) => `Bearer ${jwt.slice(0, -6)}AAAAAA`,
  cut: (jwt) => `Bearer ${jwt.slice(0, jwt.length / 2)}`,
  odd: (jwt) => `bearer  ${jwt}, Bearer x`,
}

/** True for sign-outs and for calls with a password, some of which end sessions. */
const mayEndSession = (name: CallName) => api[name].concurrencyPool !== 'query'

export type FuzzResults = { requests: number; statuses: Map<number, number>; busy: number }

/**
 * Returns the function `run`, which sends random requests, reproducible from a seed, to the server and checks its
 * responses and its log lines. `results` counts the requests of all runs.
 */
export function attackOn(target: ServerUnderTest, parents: number[]) {
  const sessions = heldSessions(target)
  const results: FuzzResults = { requests: 0, statuses: new Map(), busy: 0 }
  let faultInLog: string | undefined
  collectLog(target.app, (line) => {
    const fault = faultOfLine(line)
    if (fault) faultInLog = `${fault}: ${line}`
  })

  async function send(request: FuzzRequest): Promise<LightMyRequestResponse> {
    const { name, method, session, type, headers, address, parent } = request
    const used = method ?? api[name].method
    const parent_id = parents[parent % parents.length] as number
    const { jwt } = await sessions.of(parent_id)
    if (mayEndSession(name)) sessions.forget(parent_id)
    const authorization = AUTHORIZATION_HEADERS[session](jwt)
    const hasBody = used !== 'GET' && used !== 'HEAD'
    return target.app.inject({
      method: used as 'GET',
      url: urlOf(request),
      remoteAddress: address,
      ...(hasBody && { payload: bodyOf(request) }),
      headers: {
        ...headers,
        ...(hasBody && type !== '' && { 'content-type': type }),
        ...(authorization !== undefined && { authorization }),
      },
    })
  }

  /**
   * Sends a request. If a 503 shows that the machine was too slow, the request is sent once more; at most
   * `BUSY_RESPONSES_MAX` requests of a run are sent again.
   */
  async function sendInTime(request: FuzzRequest, run: { busy: number }): Promise<LightMyRequestResponse> {
    const start = performance.now()
    const response = await send(request)
    if (response.statusCode !== 503 || run.busy >= BUSY_RESPONSES_MAX) return response
    if (performance.now() - start < BUSY_RESPONSE_MS_MIN || !response.headers['retry-after']) return response
    run.busy += 1
    results.busy += 1
    return send(request)
  }

  async function check(request: FuzzRequest, run: { busy: number }): Promise<void> {
    const response = await sendInTime(request, run)
    results.requests += 1
    results.statuses.set(response.statusCode, (results.statuses.get(response.statusCode) ?? 0) + 1)
    const line = faultInLog
    faultInLog = undefined
    const fault = line === undefined ? faultOf(request, response) : `is reported by the log, ${line}`
    if (fault) throw new Error(`${request.name} ${fault}`)
  }

  return {
    results,
    /** @throws an error with the smallest request found that gets a wrong response, and the seed that reproduces it */
    run(requests: number, seed: number) {
      const run = { busy: 0 }
      const property = fc.asyncProperty(anyRequest, (request) => check(request, run))
      return fc.assert(property, { numRuns: requests, seed })
    },
    /** Sends each text of the contract at its longest and one sign longer. @throws an error for a wrong response */
    async runLongest() {
      const run = { busy: 0 }
      for (const request of longestRequests()) await check(request, run)
    },
  }
}
