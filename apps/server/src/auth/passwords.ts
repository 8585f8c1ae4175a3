import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { limits } from '../config.ts'
import { unavailable } from '../http/errors.ts'

/** The beginning of every hash of the current strength; argon2id is the library's default algorithm. */
function currentPrefix(): string {
  const { memoryCost, timeCost, parallelism } = limits.hashStrength
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
}

export type Passwords = {
  /**
   * `since` (ms of performance.now()) is when the first hash of an API call was queued; a second hash of the same API
   * call shares the time limit of the first.
   */
  hash(password: string, since?: number): Promise<string>
  /** A missing `stored` (unknown account, no password yet) takes the time of one hash and never matches (R7). */
  matches(password: string, stored: string | null | undefined): Promise<boolean>
  /** True for a hash of another strength, which the next sign-in replaces. */
  isOutdated(stored: string): boolean
  /** The numbers of hashes that run and that wait in the queue. */
  load(): { running: number; waiting: number }
}

/** Normalises Unicode, so that 'ñ' typed on a phone and on a desktop is the same password (R6). */
const normalize = (password: string) => password.normalize('NFC')

/**
 * Runs at most `cores − 1` hashes at once, so that sign-ins never take the whole machine from the reads. While more
 * hashes wait, each is followed by a pause in proportion to the load of the event loop, which leaves time to the
 * database and the reads (P9). A hash that waited too long for its call to finish in time is refused, not run.
 * `hash` and `matches` throw an HttpError 503 when the queue is full, or when a hash waited too long.
 */
export async function createPasswords(): Promise<Passwords> {
  const queue = pLimit(Math.max(1, availableParallelism() - 1))
  const enqueue = async <T>(work: () => Promise<T>, queuedAt = performance.now()): Promise<T> => {
    if (queue.pendingCount >= limits.hashQueue) throw unavailable('hashing')
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    void queue(async () => {
      const begin = performance.now()
      if (begin - queuedAt > limits.hashWaitMs) return reject(unavailable('hashing'))
      const loop = performance.eventLoopUtilization()
      await work().then(resolve, reject)
      const { utilization } = performance.eventLoopUtilization(loop)
      if (queue.pendingCount > 0) await sleep((performance.now() - begin) * utilization)
    })
    return promise
  }
  const dummyHash = await hash('no account has this password', limits.hashStrength)
  return {
    hash: (password, since) => enqueue(() => hash(normalize(password), limits.hashStrength), since),
    async matches(password, stored) {
      const isRight = await enqueue(() => verify(stored ?? dummyHash, normalize(password)))
      return isRight && stored != null
    },
    isOutdated: (stored) => !stored.startsWith(currentPrefix()),
    load: () => ({ running: queue.activeCount, waiting: queue.pendingCount }),
  }
}
