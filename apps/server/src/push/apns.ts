import { type ClientHttp2Session, connect } from 'node:http2'
import { createSigner } from 'fast-jwt'
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

/** `key` is the PEM text of Apple's .p8 file; `topic` is the id of the app. */
export type ApnsAccount = { key: string; keyId: string; teamId: string; topic: string }

const APPLE_ORIGIN = 'https://api.push.apple.com'
/** How long a token is used: Apple refuses tokens over an hour old, and those renewed more than once in 20 minutes. */
const PROVIDER_TOKEN_MS = 40 * 60_000
/** The reasons with which Apple answers if a device is not reachable by its token. */
const GONE_REASONS = ['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered', 'ExpiredToken']

function providerTokensOf({ key, keyId, teamId }: ApnsAccount) {
  const sign = createSigner({ key, algorithm: 'ES256', kid: keyId })
  let cachedToken = { token: '', madeAt: Number.NEGATIVE_INFINITY }
  return {
    get() {
      if (Date.now() - cachedToken.madeAt > PROVIDER_TOKEN_MS)
        cachedToken = { token: sign({ iss: teamId }), madeAt: Date.now() }
      return cachedToken.token
    },
    forget() {
      cachedToken.madeAt = Number.NEGATIVE_INFINITY
    },
  }
}

/** Returns a getter of the open session or a new one: after GOAWAY, a session looks alive but accepts no request. */
function createSessionGetter(origin: string): () => ClientHttp2Session {
  let current: ClientHttp2Session | undefined
  return () => {
    if (current && !current.closed && !current.destroyed) return current
    const session = connect(origin)
    current = session
    const drop = () => {
      if (current === session) current = undefined
    }
    session.on('error', drop).on('close', drop)
    session.on('goaway', () => {
      drop()
      session.close() // requests under way may finish
    })
    // An idle session is closed, so that a stop of the server does not wait for it.
    session.setTimeout(limits.pushIdleMs, () => session.close())
    session.unref()
    return session
  }
}

type ApnsResponse = { status: number; reason: string; after: string | undefined }

function sendRequest(
  session: ClientHttp2Session,
  headers: Record<string, string>,
  body: string,
): Promise<ApnsResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<ApnsResponse>()
  const stream = session.request(headers)
  let [status, text] = [0, '']
  let after: string | undefined
  stream.setEncoding('utf8').setTimeout(limits.pushResponseMs, () => {
    reject(Object.assign(new Error('no response'), { code: 'timeout' }))
    stream.destroy()
    session.destroy() // a session that does not answer is not used again
  })
  stream.on('response', (responded) => {
    status = Number(responded[':status'])
    after = responded['retry-after'] as string | undefined
  })
  stream.on('data', (chunk: string) => {
    text += chunk
  })
  stream.on('end', () => resolve({ status, reason: /"reason"\s*:\s*"(\w+)"/.exec(text)?.[1] ?? '', after }))
  stream.on('error', reject)
  stream.on('close', () => reject(Object.assign(new Error('no response'), { code: 'closed' })))
  stream.end(body)
  return promise
}

const bodyOf = ({ title, body, tag, batch, url }: PushMessage, topic: string) =>
  JSON.stringify({
    aps: { alert: { title, body }, sound: 'default', 'thread-id': topic },
    tag,
    batch,
    url,
    path: url,
  })

function resultOf({ status, reason, after }: ApnsResponse): PushResult {
  if (status === 200) return { outcome: 'sent' }
  if (status === 410 || GONE_REASONS.includes(reason)) return { outcome: 'gone' }
  if (reason === 'ExpiredProviderToken' || status === 0 || isRetryable(status))
    return retryResult(reason || `${status}`, after)
  return { outcome: 'refused', code: `${status} ${reason}`.trim() }
}

/** Returns the sender to Apple's push service. Tests pass another `origin`. */
export function apnsSender(account: ApnsAccount, origin = APPLE_ORIGIN): PushSender<string> {
  const providerTokens = providerTokensOf(account)
  const session = createSessionGetter(origin)
  return async (token, message, topic) => {
    const headers = {
      ':method': 'POST',
      ':path': `/3/device/${token}`,
      authorization: `bearer ${providerTokens.get()}`,
      'apns-topic': account.topic,
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': String(Math.floor(Date.now() / 1_000) + TIME_TO_LIVE_SECONDS),
      'apns-collapse-id': topic,
    }
    try {
      const response = await sendRequest(session(), headers, bodyOf(message, topic))
      if (response.reason === 'ExpiredProviderToken') providerTokens.forget()
      return resultOf(response)
    } catch (error) {
      return unreachableResult(error)
    }
  }
}
