import { BASE_PATH } from '@apoderados/contract/calls/call'

/** The time after which the web app gives up a call. */
const CALL_TIMEOUT_MS = 8_000

export type Call = { method: 'GET' | 'POST' | 'DELETE'; path: string; jwt?: string; body?: object }
/** `status` is 0 if no response arrived; `message` then says why. */
export type Reply = { status: number; retryAfter: string | null; body: { jwt?: string; message?: string } }

let callCount = 0
/**
 * Returns another address for each call. The call names it in X-Forwarded-For, which the servers of a trial trust, so
 * that no call reaches a limit per address.
 */
const nextAddress = () => {
  callCount += 1
  return `10.${(callCount >> 16) & 255}.${(callCount >> 8) & 255}.${callCount & 255}`
}

export async function send(url: string, { method, path, jwt, body }: Call): Promise<Reply> {
  const headers = {
    'x-forwarded-for': nextAddress(),
    ...(jwt && { authorization: `Bearer ${jwt}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  try {
    const response = await fetch(`${url}${BASE_PATH}${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const retryAfter = response.headers.get('retry-after')
    return { status: response.status, retryAfter, body: isJson ? JSON.parse(text) : {} }
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } }
    return { status: 0, retryAfter: null, body: { message: cause?.code ?? message } }
  }
}

/** Returns whether no response or a server error came: the call may or may not have had its effect. */
export const isOutcomeUnknown = ({ status }: Reply): boolean => status === 0 || status >= 500
