import { BASE_PATH } from '@apoderados/contract/calls/call'

/** The time limit of the web app's calls. */
const CALL_MS = 8_000

export type Call = { method: 'GET' | 'POST' | 'DELETE'; path: string; jwt?: string; body?: object }
/** `status` is 0 if no answer arrived. */
export type Reply = { status: number; retryAfter: string | null; body: { jwt?: string; message?: string } }

let calls = 0
/**
 * Each call has a different address in X-Forwarded-For, which the servers of a trial trust, so that limits per
 * address do not apply.
 */
const address = () => {
  calls += 1
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
}

export async function send(url: string, { method, path, jwt, body }: Call): Promise<Reply> {
  const headers = {
    'x-forwarded-for': address(),
    ...(jwt && { authorization: `Bearer ${jwt}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  try {
    const answer = await fetch(`${url}${BASE_PATH}${path}`, {
      ...{ method, headers, signal: AbortSignal.timeout(CALL_MS) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const retryAfter = answer.headers.get('retry-after')
    return { status: answer.status, retryAfter, body: isJson ? JSON.parse(text) : {} }
  } catch {
    return { status: 0, retryAfter: null, body: {} }
  }
}

/** True if the outcome of the call is unknown. */
export const isOutcomeUnknown = ({ status }: Reply): boolean => status === 0 || status >= 500
