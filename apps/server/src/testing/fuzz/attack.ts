import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { api, type CallName } from '@apoderados/contract/calls/api'
import type { Call } from '@apoderados/contract/calls/call'
import { policies } from '@apoderados/contract/calls/policy'
import { databaseLimits } from '@apoderados/database/client/limits'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { heldSessions, type Target } from '../accounts/heldSessions.ts'
import { collectLog } from '../logLines.ts'
import { faultOfLine } from './logLine.ts'
import { anyRequest, bodyOf, type FuzzRequest, type Session, urlOf } from './requests.ts'

const REQUEST_ID = /^[0-9a-f-]{36}$/
const STATUSES = [200, 204, 400, 401, 404, 405, 413, 414, 415, 429]
/** Matches parts of a stack trace, a statement or a path. */
const INTERNALS = /node_modules|\/src\/|Error:|\bselect .* from\b|\binsert into\b/
/**
 * A 503 because of a time limit comes after at least this time: the time limit for acquiring a connection is the
 * shortest one.
 */
const BUSY_MS_MIN = databaseLimits.databaseAcquireMs
/** The number of 503 answers per run that are accepted, because a machine may stall once. */
const BUSY_MAX = 1
const WITHOUT_BODY = ['HEAD', 'OPTIONS']

/** Returns the decompressed body as text. */
function bodyTextOf({ headers, rawPayload, body }: LightMyRequestResponse): string {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(rawPayload).toString()
  if (headers['content-encoding'] === 'gzip') return gunzipSync(rawPayload).toString()
  return body
}

/** True for JSON that declares its charset, and for a file of a type that a browser does not execute. */
function isTyped({ response }: Call, { statusCode, headers }: LightMyRequestResponse): boolean {
  const type = String(headers['content-type'])
  const isFile = response === 'file' && statusCode === 200
  return isFile
    ? /^(image|application)\/(?!json)[\w.-]+$/.test(type)
    : type === 'application/json; charset=utf-8'
}

/** Returns the call that the request reaches, because calls with different methods may share a path. */
const reachedCall = ({ name, method }: FuzzRequest): Call =>
  Object.values<Call>(api).find((call) => call.path === api[name].path && call.method === method) ?? api[name]

/** True if a 200 body matches the contract exactly; files are not checked. */
function isOfContract({ response }: Call, body: string): boolean {
  if (response === 'file') return true
  const answered = JSON.parse(body)
  return isDeepStrictEqual(JSON.parse(JSON.stringify(response.parse(answered))), answered)
}

function isRefusal(answer: LightMyRequestResponse): boolean {
  const refusal = answer.json()
  const isShape = isDeepStrictEqual(Object.keys(refusal).sort(), ['message', 'success'])
  return isShape && refusal.success === false && typeof refusal.message === 'string' && refusal.message !== ''
}

/** Returns what is wrong with an answer; undefined if it follows spec §7 and reveals no internals (P3). */
function faultOf(request: FuzzRequest, answer: LightMyRequestResponse): string | undefined {
  const { statusCode: status, headers } = answer
  if (!STATUSES.includes(status)) return `answers ${status}`
  if (!REQUEST_ID.test(String(headers['x-request-id']))) return 'has no request id of ours'
  if (status === 204 || WITHOUT_BODY.includes(request.method ?? '')) return undefined
  if (!isTyped(api[request.name], answer)) return `says that it is ${headers['content-type']}`
  const body = bodyTextOf(answer)
  if (status === 200) return isOfContract(reachedCall(request), body) ? undefined : 'is not of the contract'
  if (!isRefusal(answer)) return `is refused in another shape: ${body.slice(0, 200)}`
  if (status === 429 && !Number(headers['retry-after'])) return 'does not say when to come back'
  return INTERNALS.test(body) ? `reveals internals: ${body.slice(0, 200)}` : undefined
}

const AUTHORIZATION_HEADERS: Record<Session, (jwt: string) => string | undefined> = {
  own: (jwt) => `Bearer ${jwt}`,
  none: () => undefined,
  forged: (jwt) => `Bearer ${jwt.slice(0, -6)}AAAAAA`,
  cut: (jwt) => `Bearer ${jwt.slice(0, jwt.length / 2)}`,
  odd: (jwt) => `bearer  ${jwt}, Bearer x`,
}

/** True for sign-outs and for calls with a password, some of which end sessions. */
const mayEndSession = (name: CallName) => policies[name].cost !== 'query'

export type FuzzResults = { requests: number; statuses: Map<number, number>; busy: number }

/** Sends random requests, reproducible from a seed, to the server of `target` and checks its answers and its log. */
export function attackOn(target: Target, parents: number[]) {
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

  /** Repeats a request that failed because the machine was too slow, at most `BUSY_MAX` times per run. */
  async function sendInTime(request: FuzzRequest, run: { busy: number }): Promise<LightMyRequestResponse> {
    const start = performance.now()
    const answer = await send(request)
    if (answer.statusCode !== 503 || run.busy >= BUSY_MAX) return answer
    if (performance.now() - start < BUSY_MS_MIN || !answer.headers['retry-after']) return answer
    run.busy += 1
    results.busy += 1
    return send(request)
  }

  const propertyOf = (run: { busy: number }) =>
    fc.asyncProperty(anyRequest, async (request) => {
      const answer = await sendInTime(request, run)
      results.requests += 1
      results.statuses.set(answer.statusCode, (results.statuses.get(answer.statusCode) ?? 0) + 1)
      const line = faultInLog
      faultInLog = undefined
      const fault = line === undefined ? faultOf(request, answer) : `is reported by the log, ${line}`
      if (fault) throw new Error(`${request.name} ${fault}`)
    })

  return {
    results,
    /** @throws with the smallest request that gets a wrong answer, and the seed that reproduces it */
    run: (requests: number, seed: number) => fc.assert(propertyOf({ busy: 0 }), { numRuns: requests, seed }),
  }
}
