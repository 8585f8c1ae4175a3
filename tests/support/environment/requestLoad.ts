import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import type { School } from './database.ts'

/** The time after which the app gives up a call; it includes the call's one retry. */
const CALL_TIMEOUT_MS = 8_000
const RETRY_PAUSE_MS = 300
const RETRIED_STATUSES = [502, 503, 504]
const CALLS_PER_WRITE = 20

/**
 * `status` is 0 if there was no response. `code` says who answered, or why there was no response. `ms` is the duration of
 * the call, `at` the time of its end.
 */
export type CallResult = {
  status: number
  code: string
  ms: number
  retryAfter: string | undefined
  at: number
}

type Call = { method: 'GET' | 'POST'; path: string; jwt: string; body?: object }

type SendOptions = { agent: Agent; deadline: AbortSignal }

function sendCall(
  url: string,
  { method, path, jwt, body }: Call,
  { agent, deadline }: SendOptions,
): Promise<CallResult> {
  const begin = performance.now()
  const { promise, resolve } = Promise.withResolvers<CallResult>()
  const end = (status: number, code: string, retryAfter?: string) => {
    const at = performance.now()
    resolve({ status, code, ms: at - begin, retryAfter, at })
  }
  const fail = ({ code, message }: NodeJS.ErrnoException) =>
    end(0, deadline.aborted ? 'timed out' : (code ?? message))
  const headers = { authorization: `Bearer ${jwt}`, ...(body && { 'content-type': 'application/json' }) }
  const call = request(
    `${url}${BASE_PATH}${path}`,
    { method, agent, headers, signal: deadline },
    (response) => {
      response.on('error', fail)
      const { 'x-request-id': id, 'retry-after': retryAfter } = response.headers
      // The server's ids are UUIDs; the ids of the proxy's own responses have no dashes.
      const code = String(id).includes('-') ? 'by the server' : 'by nginx'
      response.resume().on('end', () => end(response.statusCode ?? 0, code, retryAfter))
    },
  )
  call.on('error', fail)
  call.end(body && JSON.stringify(body))
  return promise
}

export type LoadTally = {
  calls: number
  /** The calls that were not answered with 200, in their order. */
  failed: CallResult[]
  /**
   * The number of calls without a good response within their time limit, although a GET is retried once, as in the app.
   */
  failedForUser: number
  slowestMs: number
  /** The results of all calls, if `keepsOutcomes` is set. */
  outcomes: CallResult[]
}

export type Load = { tally: LoadTally; stop(): Promise<LoadTally> }

type LoadSessions = Pick<School, 'studentId' | 'jwts'>
type LoadOptions = { connections: number; withWrites?: boolean; keepsOutcomes?: boolean; pauseMs?: number }

/**
 * Returns a function that returns the next call: each session and each path in turn, and a write at regular intervals.
 */
function createCallMix({ studentId, jwts }: LoadSessions, withWrites: boolean): () => Call {
  const student = `student_id=${studentId}`
  const reads = ['/auth/profile', `/arrears?${student}`, `/observations?${student}`, `/calendar?${student}`]
  let number = 0
  return () => {
    number += 1
    const session = number % jwts.length
    const jwt = jwts[session] as string
    if (!withWrites || number % CALLS_PER_WRITE > 0)
      return { method: 'GET', path: reads[number % reads.length] as string, jwt }
    return { method: 'POST', path: '/auth/push_token', jwt, body: { token: `token ${session}` } }
  }
}

/** Sends reads, and sometimes a write, on this number of kept-alive connections, one call at a time on each. */
export function startLoad(url: string, school: LoadSessions, options: LoadOptions): Load {
  const { connections, withWrites = false, keepsOutcomes = false, pauseMs = 0 } = options
  const tally: LoadTally = { calls: 0, failed: [], failedForUser: 0, slowestMs: 0, outcomes: [] }
  const next = createCallMix(school, withWrites)
  let isOver = false

  async function callOnce(agent: Agent): Promise<void> {
    const call = next()
    const sendOptions = { agent, deadline: AbortSignal.timeout(CALL_TIMEOUT_MS) }
    const outcome = await sendCall(url, call, sendOptions)
    tally.calls += 1
    tally.slowestMs = Math.max(tally.slowestMs, outcome.ms)
    if (keepsOutcomes) tally.outcomes.push(outcome)
    if (outcome.status === 200) return
    tally.failed.push(outcome)
    if (!(await succeedsOnRetry(call, outcome, sendOptions))) tally.failedForUser += 1
  }

  /** Retries a failed read as the app does. @returns whether it then succeeds within the rest of the time limit */
  async function succeedsOnRetry(
    call: Call,
    { status }: CallResult,
    sendOptions: SendOptions,
  ): Promise<boolean> {
    if (call.method !== 'GET' || (status !== 0 && !RETRIED_STATUSES.includes(status))) return false
    await sleep(RETRY_PAUSE_MS)
    return (await sendCall(url, call, sendOptions)).status === 200
  }

  async function caller(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!isOver) {
      await callOnce(agent)
      if (pauseMs > 0) await sleep(pauseMs)
    }
    agent.destroy()
  }

  const callers = Array.from({ length: connections }, caller)
  return {
    tally,
    async stop() {
      isOver = true
      await Promise.all(callers)
      return tally
    },
  }
}

/** Returns how often each kind of result occurred: '503 by the server × 3, ECONNRESET × 1'. */
export function kindsOf(outcomes: CallResult[]): string {
  const kinds = Map.groupBy(outcomes, ({ status, code }) => (status ? `${status} ${code}` : code))
  return [...kinds].map(([kind, { length }]) => `${kind} × ${length}`).join(', ') || 'none'
}
