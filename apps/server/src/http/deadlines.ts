import type { Call } from '@apoderados/contract/call'
import { limits } from '../config.ts'
import { unavailable } from './errors.ts'

/** A file may come from a store of its own; what writes may wait for a password's turn to be hashed. */
export function answerMsOf({ method, response }: Pick<Call, 'method' | 'response'>): number {
  if (method !== 'GET') return limits.writeAnswerMs
  return response === 'file' ? limits.readAnswerMs + limits.storageReadMs : limits.readAnswerMs
}

/**
 * What `work` comes to, if it does so in time: a database that says nothing, or says it late at every step, must not
 * keep a caller waiting (P5). Nobody hears what becomes of it afterwards.
 * @throws {HttpError} 503
 */
export async function withDeadline<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(unavailable()), Math.max(0, ms))
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
