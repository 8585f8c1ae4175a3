import { api, type JsonCallName, type RequestOf, type ResponseOf } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { vi } from 'vitest'
import * as z from 'zod/mini'

type ReceivedCall = { name: JsonCallName; request: unknown; token: string | null }
type Reply = () => Promise<Response>

const jsonCallNames = Object.keys(api).filter(
  (name) => api[name as JsonCallName].response !== ('file' as unknown),
) as JsonCallName[]

let testEnd = new AbortController()

/** Fails the calls that a test left without a reply. They would otherwise time out and continue during a later test. */
export async function failOpenCalls(): Promise<void> {
  testEnd.abort(new TypeError('the test has ended'))
  testEnd = new AbortController()
  await new Promise((resolve) => setTimeout(resolve)) // requests that follow a failed call still reach this fake server
}

/**
 * A fake server. It accepts only requests that match the schemas of the contract, and `response` only answers that match
 * them; the other functions add replies of any shape.
 */
export function fakeApi() {
  const replies = new Map<JsonCallName, Reply[]>()
  const received: ReceivedCall[] = []

  const reply = (name: JsonCallName, once: Reply) => replies.set(name, [...(replies.get(name) ?? []), once])

  vi.stubGlobal('fetch', async (request: Request, { signal }: { signal?: AbortSignal } = {}) => {
    const name = nameOf(request)
    const [next, ...laterReplies] = replies.get(name) ?? []
    if (laterReplies.length > 0) replies.set(name, laterReplies) // The last reply is not removed.
    received.push({ name, request: await requestOf(name, request), token: tokenOf(request) })
    if (!next) throw new Error(`no reply was added for ${name}`)
    return Promise.race([next(), rejectionOnAbort(signal), rejectionOnAbort(testEnd.signal)])
  })

  return {
    received,
    /** Returns the number of requests of a call. */
    count: (name: JsonCallName) => received.filter((call) => call.name === name).length,
    /** Adds a successful reply. The replies of a call are used in the order of their addition; the last one repeats. */
    respond<N extends JsonCallName>(name: N, body: ResponseOf<N>) {
      const parsed = z.parse(api[name].response as z.ZodMiniType, body)
      reply(name, async () => json(200, parsed))
    },
    /** Adds a refusal; its body is empty without `message`. */
    refuse(name: JsonCallName, status: number, message?: string, headers: Record<string, string> = {}) {
      reply(name, async () => json(status, message === undefined ? {} : { success: false, message }, headers))
    },
    /** Adds a reply with any content, as of a proxy or a broken server. */
    send(name: JsonCallName, status: number, text: string, type = 'application/json') {
      reply(name, async () => new Response(text, { status, headers: { 'content-type': type } }))
    },
    /** Adds a failure of the connection. */
    breakLine(name: JsonCallName) {
      reply(name, () => Promise.reject(new TypeError('Failed to fetch')))
    },
    /** Adds a reply that is sent when the returned function is called. A text `response` is the message of a refusal. */
    hold<N extends JsonCallName>(name: N, response: ResponseOf<N> | string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      reply(name, async () => {
        await promise
        return typeof response === 'string'
          ? json(400, { success: false, message: response })
          : json(200, response)
      })
      return resolve
    },
    /** Lets the call wait without a reply. */
    hang(name: JsonCallName) {
      reply(name, () => new Promise(() => undefined))
    },
  }
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'req-1', ...headers },
  })

function nameOf({ method, url }: Request): JsonCallName {
  const path = new URL(url).pathname.replace(BASE_PATH, '')
  const name = jsonCallNames.find(
    (candidate) => api[candidate].method === method && api[candidate].path === path,
  )
  if (!name) throw new Error(`${method} ${path} is not in the table`)
  return name
}

async function requestOf<N extends JsonCallName>(name: N, request: Request): Promise<RequestOf<N>> {
  const text = await request.clone().text()
  const fields =
    request.method === 'GET'
      ? Object.fromEntries(new URL(request.url).searchParams)
      : JSON.parse(text || '{}')
  return z.parse(api[name].request as z.ZodMiniType, fields) as RequestOf<N>
}

const tokenOf = (request: Request) => request.headers.get('authorization')?.replace('Bearer ', '') ?? null

const rejectionOnAbort = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
