import type { Call } from '@apoderados/contract/calls/call'
import { type Limits, limits } from '../config.ts'
import { unavailableError } from './errors.ts'

/** Returns a call's time limit in ms; longer for files, maybe of a remote store, and writes, which may wait to hash. */
export function timeoutMsOf(
  { method, response, isUpload }: Pick<Call, 'method' | 'response' | 'isUpload'>,
  { readResponseMs, writeResponseMs }: Pick<Limits, 'readResponseMs' | 'writeResponseMs'>,
): number {
  if (isUpload) return limits.uploadMs
  if (method !== 'GET') return writeResponseMs
  return response === 'file' ? readResponseMs + limits.storageReadMs : readResponseMs
}

/** Awaits `work` for `ms` at most, so that a slow database keeps no caller waiting (P5). @throws {HttpError} 503 */
export async function withDeadline<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(unavailableError()), Math.max(0, ms))
  try {
    return await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}
