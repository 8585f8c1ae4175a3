import type { Call } from '@apoderados/contract/calls/call'
import { limits } from '../config.ts'
import { unavailableError } from './errors.ts'

/**
 * Returns the time limit of a call in ms. It is longer for a file, which may come from a remote store, and for a write,
 * which may wait in the queue of password hashes.
 */
export function answerMsOf({ method, response }: Pick<Call, 'method' | 'response'>): number {
  if (method !== 'GET') return limits.writeAnswerMs
  return response === 'file' ? limits.readAnswerMs + limits.storageReadMs : limits.readAnswerMs
}

/**
 * Resolves to the result of `work`, or rejects after `ms`, so that a slow database does not keep a caller waiting
 * (P5). A later result of `work` is ignored.
 * @throws {HttpError} 503
 */
export async function withDeadline<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(unavailableError()), Math.max(0, ms))
  try {
    return await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}
