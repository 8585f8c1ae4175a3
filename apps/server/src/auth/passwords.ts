import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { limits } from '../config.ts'
import { unavailable } from '../http/errors.ts'

/** argon2id is the library's default algorithm; its numbers stand here (R5). */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$'

export type Passwords = {
  /** `since`, of performance.now(): when the call's first hash began to wait, whose time a second one shares. */
  hash(password: string, since?: number): Promise<string>
  /** `stored` missing (no such account, no password yet) costs the same hash and is never right (R7). */
  matches(password: string, stored: string | null | undefined): Promise<boolean>
  /** True for a hash of another strength, to be made anew at the next sign-in. */
  isOutdated(stored: string): boolean
  /** Hashes at work and those that wait for their turn. */
  load(): { running: number; waiting: number }
}

/** One writing of each character, so that a phone's ñ and a desktop's are the same password (R6). */
const normalize = (password: string) => password.normalize('NFC')

/**
 * Hashes at most cores−1 at once, so that sign-ins never take the machine from the reads. While others wait, a pause follows, as long as the hash on a busy server: on
 * two cores the database and the reads need half of the second one too (P9). Whoever has waited too long for the rest of
 * the call to be in time is not hashed any more: else a slow machine would hash for those alone who have given up.
 * @throws {HttpError} 503 when the queue is full, or its turn comes too late
 */
export async function createPasswords(): Promise<Passwords> {
  const turn = pLimit(Math.max(1, availableParallelism() - 1))
  const queued = async <T>(work: () => Promise<T>, askedAt = performance.now()): Promise<T> => {
    if (turn.pendingCount >= limits.hashQueue) throw unavailable('hashing')
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    void turn(async () => {
      const begin = performance.now()
      if (begin - askedAt > limits.hashWaitMs) return reject(unavailable('hashing'))
      const loop = performance.eventLoopUtilization()
      await work().then(resolve, reject)
      const { utilization } = performance.eventLoopUtilization(loop)
      if (turn.pendingCount > 0) await sleep((performance.now() - begin) * utilization)
    })
    return promise
  }
  const nobody = await hash('no account has this password', STRENGTH)
  return {
    hash: (password, since) => queued(() => hash(normalize(password), STRENGTH), since),
    async matches(password, stored) {
      const isRight = await queued(() => verify(stored ?? nobody, normalize(password)))
      return isRight && stored != null
    },
    isOutdated: (stored) => !stored.startsWith(PREFIX),
    load: () => ({ running: turn.activeCount, waiting: turn.pendingCount }),
  }
}
