/** A notification, as a device receives it. */
export type PushMessage = {
  title: string
  body: string
  /** A device shows one notification per tag: a later one replaces it. */
  tag: string
  /** Every retry of a notification has the same value, so that a device can ignore a repeated one. */
  batch: string
  /** The root-relative address that a tap opens. */
  url: string
}

/**
 * What a push service did with a message: `sent` if it accepted it, `gone` if the device is not reachable by this
 * token, `later` if a retry may help, `refused` if no retry helps, `not_configured` if this server has no
 * account at the service.
 */
export type PushResult =
  | { outcome: 'sent' | 'gone' | 'not_configured' }
  | { outcome: 'later'; code: string; afterSeconds?: number }
  | { outcome: 'refused'; code: string }

export type PushOutcome = PushResult['outcome']

/** Sends one message to one device; resolves, and does not reject, if the service cannot be reached. */
export type PushSender<Token> = (token: Token, message: PushMessage, topic: string) => Promise<PushResult>

/** How long a service keeps a message for an unreachable device. */
export const TIME_TO_LIVE_SECONDS = 24 * 3_600

/** The longest delay of a retry; a longer one that a service asks for is shortened to it. */
const RETRY_DELAY_SECONDS_MAX = 3_600

/** Returns the seconds of a Retry-After header, which has seconds or a date; undefined without a valid one. */
export function parseRetryAfter(text: string | null | undefined): number | undefined {
  if (!text) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return Number.isNaN(seconds)
    ? undefined
    : Math.min(RETRY_DELAY_SECONDS_MAX, Math.max(1, Math.ceil(seconds)))
}

/** True for a status after which a retry may help: too many requests, a time-out, or a failure of the service. */
export const isRetryable = (status: number) => status === 429 || status === 408 || status >= 500

export function retryResult(code: string, after?: string | null): PushResult {
  const afterSeconds = parseRetryAfter(after)
  return { outcome: 'later', code, ...(afterSeconds !== undefined && { afterSeconds }) }
}

/** The result of a request that got no response. The error's text may contain the token, so only its code is kept. */
export function unreachableResult(error: unknown): PushResult {
  const { name, code, cause } = error as { name?: string; code?: string; cause?: { code?: string } }
  return retryResult(cause?.code ?? (typeof code === 'string' ? code : undefined) ?? name ?? 'unreachable')
}
