/// <reference path="./http_ece.d.ts" />
import { createECDH, randomBytes } from 'node:crypto'
import { encrypt } from 'http_ece'
import { limits } from '../config.ts'
import {
  isRetryable,
  type PushSender,
  retryResult,
  TIME_TO_LIVE_SECONDS,
  unreachableResult,
} from './message.ts'
import type { WebSubscription } from './token.ts'
import { type VapidIdentity, vapidHeaders } from './vapid.ts'

/** Encrypts a text for the subscribed browser (RFC 8291). @throws if the browser's key is no point of the curve */
function encryptFor({ keys }: WebSubscription, text: string): Uint8Array<ArrayBuffer> {
  const privateKey = createECDH('prime256v1')
  privateKey.generateKeys()
  const salt = randomBytes(16).toString('base64url')
  const parameters = { dh: keys.p256dh, authSecret: keys.auth, salt, privateKey }
  return new Uint8Array(encrypt(Buffer.from(text), { version: 'aes128gcm', ...parameters }))
}

/** Posts to `endpoint`, but follows no redirect, because only the address `endpoint` itself was checked. */
async function post(endpoint: string, headers: Record<string, string>, body: Uint8Array<ArrayBuffer>) {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(limits.pushResponseMs),
  })
  await response.body?.cancel()
  return response
}

/** Returns the sender to browsers by Web Push (RFC 8030). */
export function webPushSender(vapid: VapidIdentity): PushSender<WebSubscription> {
  const authorizationFor = vapidHeaders(vapid)

  return async (subscription, message, topic) => {
    const { endpoint } = subscription
    let body: Uint8Array<ArrayBuffer>
    try {
      body = encryptFor(subscription, JSON.stringify(message))
    } catch {
      return { outcome: 'refused', code: 'keys' }
    }
    const headers = {
      authorization: authorizationFor(endpoint),
      topic,
      ttl: String(TIME_TO_LIVE_SECONDS),
      urgency: 'normal',
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
    }
    try {
      const { status, headers: responded } = await post(endpoint, headers, body)
      if (status >= 200 && status < 300) return { outcome: 'sent' }
      if (status === 404 || status === 410) return { outcome: 'gone' }
      if (isRetryable(status)) return retryResult(String(status), responded.get('retry-after'))
      return { outcome: 'refused', code: String(status) }
    } catch (error) {
      return unreachableResult(error)
    }
  }
}
