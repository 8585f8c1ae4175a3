import * as z from 'zod/mini'

export type WebSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }
/** The address of a device at the push service that reaches it. */
export type DeviceAddress =
  | { service: 'web'; subscription: WebSubscription }
  | { service: 'apns' | 'fcm'; token: string }

const PUSH_HOST_PATTERNS = [/^fcm\.googleapis\.com$/, /^web\.push\.apple\.com$/]
const PUSH_DOMAIN_PATTERNS = [/\.push\.services\.mozilla\.com$/, /\.notify\.windows\.com$/]

/**
 * True for an address at a push service of a browser. The server sends requests to these addresses, so a client must
 * not choose any other.
 */
function isKnownEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return (
    protocol === 'https:' &&
    port === '' &&
    [...PUSH_HOST_PATTERNS, ...PUSH_DOMAIN_PATTERNS].some((host) => host.test(hostname))
  )
}

const bytesOf = (text: string) => Buffer.from(text, 'base64url')
/** True for an uncompressed point of the curve P-256. */
const isPublicKey = (text: string) => bytesOf(text).length === 65 && bytesOf(text)[0] === 4
const isAuthSecret = (text: string) => bytesOf(text).length === 16

const SubscriptionSchema = z.object({
  endpoint: z.string(),
  keys: z.object({
    p256dh: z.string().check(z.refine(isPublicKey)),
    auth: z.string().check(z.refine(isAuthSecret)),
  }),
})

const UNRESERVED_SIGN = /[\w.~-]/
function normalizeEscape(escaped: string): string {
  const sign = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return UNRESERVED_SIGN.test(sign) ? sign : escaped.toUpperCase()
}

/**
 * Returns the text by which a device is one, however its token is written: the normal form of a subscription's endpoint
 * (RFC 3986, 6.2.2), Apple's digits in lower case, or the token itself.
 */
export function deviceKeyOf(token: string): string {
  const address = deviceAddressOf(token)
  if (address?.service === 'apns') return token.toLowerCase()
  if (address?.service !== 'web') return token
  const { origin, pathname, search } = new URL(address.subscription.endpoint)
  return origin + `${pathname}${search}`.replace(/%[0-9a-f]{2}/gi, normalizeEscape)
}

/** A key such as `__proto__` does no harm: the schema copies only its own fields from what `JSON.parse` returns. */
function parseSubscription(text: string): WebSubscription | undefined {
  try {
    const subscription = SubscriptionSchema.parse(JSON.parse(text))
    return isKnownEndpoint(subscription.endpoint) ? subscription : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the address in a push token: the JSON of a browser's subscription, 64 to 200 hexadecimal digits from Apple,
 * or else a token from Firebase. Undefined for a subscription that is not complete or not at a known push service.
 */
export function deviceAddressOf(token: string): DeviceAddress | undefined {
  if (/^[0-9a-f]{64,200}$/i.test(token)) return { service: 'apns', token }
  if (!token.trimStart().startsWith('{')) return { service: 'fcm', token }
  const subscription = parseSubscription(token)
  return subscription && { service: 'web', subscription }
}
