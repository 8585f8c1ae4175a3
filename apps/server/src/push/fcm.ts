import { createSigner } from 'fast-jwt'
import * as z from 'zod/mini'
import { limits } from '../config.ts'
import {
  isRetryable,
  type PushMessage,
  type PushResult,
  type PushSender,
  retryResult,
  TIME_TO_LIVE_SECONDS,
  unreachableResult,
} from './message.ts'

/** The fields of Google's service account file that are used. */
export const FcmAccount = z.object({
  project_id: z.string().check(z.regex(/^[\w-]+$/)),
  client_email: z.string().check(z.minLength(1)),
  private_key: z.string().check(z.minLength(1)),
  token_uri: z.url(),
})
export type FcmAccount = z.infer<typeof FcmAccount>

const GOOGLE_ORIGIN = 'https://fcm.googleapis.com'
const MESSAGING_SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const ASSERTION_SECONDS = 3_600
/** An access token is renewed this long before it expires. */
const RENEWAL_MARGIN_MS = 300_000

const AccessTokenBody = z.object({ access_token: z.string(), expires_in: z.number() })
const RefusalBody = z.object({
  error: z.object({ status: z.optional(z.string()), details: z.optional(z.array(z.looseObject({}))) }),
})

const post = (url: string, init: RequestInit) =>
  fetch(url, {
    ...init,
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(limits.pushResponseMs),
  })

/** Caches the account's access token (RFC 7523); `get` fetches one if it is about to expire or `forget` dropped it. */
function accessTokensOf({ client_email, private_key, token_uri }: FcmAccount) {
  const sign = createSigner({ key: private_key, algorithm: 'RS256', expiresIn: ASSERTION_SECONDS * 1_000 })
  let cachedToken: { token: Promise<string>; until: number } | undefined
  async function fetchToken(): Promise<string> {
    const assertion = sign({ iss: client_email, aud: token_uri, scope: MESSAGING_SCOPE })
    const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
    const response = await post(token_uri, { body: new URLSearchParams({ grant_type, assertion }) })
    if (!response.ok) throw Object.assign(new Error('no access token'), { code: `token ${response.status}` })
    const { access_token, expires_in } = AccessTokenBody.parse(await response.json())
    if (cachedToken) cachedToken.until = Date.now() + expires_in * 1_000 - RENEWAL_MARGIN_MS
    return access_token
  }
  return {
    get() {
      if (cachedToken && Date.now() < cachedToken.until) return cachedToken.token
      cachedToken = { token: Promise.resolve(''), until: Date.now() + RENEWAL_MARGIN_MS }
      cachedToken.token = fetchToken()
      cachedToken.token.catch(() => {
        cachedToken = undefined
      })
      return cachedToken.token
    },
    forget() {
      cachedToken = undefined
    },
  }
}

const bodyOf = (token: string, { title, body, tag, batch, url }: PushMessage, topic: string) =>
  JSON.stringify({
    message: {
      token,
      notification: { title, body },
      data: { tag, batch, url, path: url }, // the phone apps open `path`
      android: { collapse_key: topic, ttl: `${TIME_TO_LIVE_SECONDS}s`, notification: { tag: topic } },
    },
  })

async function resultOf(response: Response): Promise<PushResult> {
  const { status, headers } = response
  const refusal = RefusalBody.safeParse(await response.json().catch(() => undefined))
  const codes = refusal.success
    ? [refusal.data.error.status, ...(refusal.data.error.details ?? []).map((detail) => detail.errorCode)]
    : []
  if (status === 404 || codes.includes('UNREGISTERED')) return { outcome: 'gone' }
  if (status === 401 || isRetryable(status)) return retryResult(String(status), headers.get('retry-after'))
  return { outcome: 'refused', code: String(status) }
}

/** Returns the sender to Android by the HTTP v1 API of Firebase Cloud Messaging. Tests pass another `origin`. */
export function fcmSender(account: FcmAccount, origin = GOOGLE_ORIGIN): PushSender<string> {
  const accessTokens = accessTokensOf(account)
  const url = `${origin}/v1/projects/${account.project_id}/messages:send`
  return async (token, message, topic) => {
    try {
      const headers = {
        authorization: `Bearer ${await accessTokens.get()}`,
        'content-type': 'application/json',
      }
      const response = await post(url, { headers, body: bodyOf(token, message, topic) })
      if (response.status === 401) accessTokens.forget()
      if (!response.ok) return await resultOf(response)
      await response.body?.cancel()
      return { outcome: 'sent' }
    } catch (error) {
      return unreachableResult(error)
    }
  }
}
