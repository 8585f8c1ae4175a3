import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { api, type CallName } from '@apoderados/contract/api'
import type { Call } from '@apoderados/contract/call'
import { policies } from '@apoderados/contract/policy'
import { databaseLimits } from '@apoderados/database/client/limits'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { heldSessions, type Target } from '../accounts/heldSessions.ts'
import { hearLog } from '../logLines.ts'
import { faultOfLine } from './logLine.ts'
import { anyRequest, bodyOf, type FuzzRequest, type Session, urlOf } from './requests.ts'

const REQUEST_ID = /^[0-9a-f-]{36}$/
const STATUSES = [200, 204, 400, 401, 404, 405, 413, 414, 415, 429]
/** Of a stack, a statement or a path. */
const INTERNALS = /node_modules|\/src\/|Error:|\bselect .* from\b|\binsert into\b/
/** What a server refuses for want of time took that time: of its limits the database's connection is the shortest. */
const BUSY_MS_MIN = databaseLimits.databaseAcquireMs
/** Of one run's requests: a machine may stand still for a moment, and no more. */
const BUSY_MAX = 1
const WITHOUT_BODY = ['HEAD', 'OPTIONS']

/** As it was before it was compressed for the way. */
function bodyTextOf({ headers, rawPayload, body }: LightMyRequestResponse): string {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(rawPayload).toString()
  if (headers['content-encoding'] === 'gzip') return gunzipSync(rawPayload).toString()
  return body
}

/** JSON says its charset too; a file says what it is, which is never anything that a browser runs. */
function isTyped({ response }: Call, { statusCode, headers }: LightMyRequestResponse): boolean {
  const type = String(headers['content-type'])
  const isFile = response === 'file' && statusCode === 200
  return isFile
    ? /^(image|application)\/(?!json)[\w.-]+$/.test(type)
    : type === 'application/json; charset=utf-8'
}

/** What a 200 holds beyond the contract, or lacks of it; nothing for files. */
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

/** What is wrong with an answer; undefined when nothing is (P3, spec §7). */
function faultOf(request: FuzzRequest, answer: LightMyRequestResponse): string | undefined {
  const { statusCode: status, headers } = answer
  if (!STATUSES.includes(status)) return `answers ${status}`
  if (!REQUEST_ID.test(String(headers['x-request-id']))) return 'has no request id of ours'
  if (status === 204 || WITHOUT_BODY.includes(request.method ?? '')) return undefined
  if (!isTyped(api[request.name], answer)) return `says that it is ${headers['content-type']}`
  const body = bodyTextOf(answer)
  if (status === 200) return isOfContract(api[request.name], body) ? undefined : 'is not of the contract'
  if (!isRefusal(answer)) return `is refused in another shape: ${body.slice(0, 200)}`
  if (status === 429 && !Number(headers['retry-after'])) return 'does not say when to come back'
  return INTERNALS.test(body) ? `tells internals: ${body.slice(0, 200)}` : undefined
}

const FORGED: Record<Session, (jwt: string) => string | undefined> = {
  own: (jwt) => `Bearer ${jwt}`,
  none: () => undefined,
  forged: (jwt) => `Bearer ${jwt.slice(0, -6)}AAAAAA`,
  cut: (jwt) => `Bearer ${jwt.slice(0, jwt.length / 2)}`,
  odd: (jwt) => `bearer  ${jwt}, Bearer x`,
}

/** A sign-out ends the session, a change of password may. */
const mayEndSession = (name: CallName) => policies[name].cost !== 'query'

export type Attacked = { requests: number; statuses: Map<number, number>; busy: number }

/** The server of `target` under requests that a seed makes again; its log is heard meanwhile. */
export function attackOn(target: Target, parents: number[]) {
  const sessions = heldSessions(target)
  const attacked: Attacked = { requests: 0, statuses: new Map(), busy: 0 }
  let told: string | undefined
  hearLog(target.app, (line) => {
    const fault = faultOfLine(line)
    if (fault) told = `${fault}: ${line}`
  })

  async function send(request: FuzzRequest): Promise<LightMyRequestResponse> {
    const { name, method, session, type, headers, address, parent } = request
    const used = method ?? api[name].method
    const parent_id = parents[parent % parents.length] as number
    const { jwt } = await sessions.of(parent_id)
    if (mayEndSession(name)) sessions.forget(parent_id)
    const authorization = FORGED[session](jwt)
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

  /** Once more where the machine had no time for it, which a run is excused for once. */
  async function sendInTime(request: FuzzRequest, run: { busy: number }): Promise<LightMyRequestResponse> {
    const start = performance.now()
    const answer = await send(request)
    if (answer.statusCode !== 503 || run.busy >= BUSY_MAX) return answer
    if (performance.now() - start < BUSY_MS_MIN || !answer.headers['retry-after']) return answer
    run.busy += 1
    attacked.busy += 1
    return send(request)
  }

  const propertyOf = (run: { busy: number }) =>
    fc.asyncProperty(anyRequest, async (request) => {
      const answer = await sendInTime(request, run)
      attacked.requests += 1
      attacked.statuses.set(answer.statusCode, (attacked.statuses.get(answer.statusCode) ?? 0) + 1)
      const line = told
      told = undefined
      const fault = line === undefined ? faultOf(request, answer) : `is told by the log, ${line}`
      if (fault) throw new Error(`${request.name} ${fault}`)
    })

  return {
    attacked,
    /** @throws with the smallest request that is answered wrongly, and the seed that finds it again */
    run: (requests: number, seed: number) => fc.assert(propertyOf({ busy: 0 }), { numRuns: requests, seed }),
  }
}
