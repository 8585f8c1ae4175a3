import type { Device } from '@apoderados/core/accounts/openSessions'
import type { ClientKind } from '../http/context.ts'

// The order matters: most browsers also name those that they are made from.
const platformPatterns = [
  ['ipad', /iPad/],
  ['iphone', /iPhone|iPod/],
  ['android_phone', /Android.*Mobile/],
  ['android_tablet', /Android/],
  ['chromebook', /CrOS/],
  ['windows', /Windows/],
  ['mac', /Macintosh/],
  ['linux', /Linux/],
] as const
const browserPatterns = [
  ['edge', /\bEdg(A|iOS)?\//],
  ['opera', /\b(OPR|OPX)\//],
  ['samsung', /SamsungBrowser\//],
  ['firefox', /\b(Firefox|FxiOS)\//],
  ['chrome', /\b(Chrome|CriOS)\//],
  ['safari', /Safari\//],
] as const

/**
 * Reads from the header `User-Agent` only what a list of devices shows, as no more of it is stored. The apps' own
 * browser is left out.
 */
export function deviceOf(userAgent: string, client: ClientKind): Device {
  const nameOf = <N>(patterns: readonly (readonly [N, RegExp])[]) =>
    patterns.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null
  return {
    platform: nameOf(platformPatterns),
    browser: client === 'native' ? null : nameOf(browserPatterns),
  }
}
