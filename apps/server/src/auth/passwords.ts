import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { type Limits, limits, productLimits } from '../config.ts'
import { unavailableError } from '../http/errors.ts'

/** Returns the beginning of each hash of this strength. The library uses argon2id by default. */
function hashPrefixOf({ memoryCost, timeCost, parallelism }: Limits['hashStrength']): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
}

export type Passwords = {
  /**
   * Hashes a password. `since` (ms of performance.now()) is when the API call queued its first hash; a second hash of
   * the call shares the time limit of the first.
   */
  hash(password: string, since?: number): Promise<string>
  /** Compares a password with its hash. Without a hash, as of an unknown e-mail, it takes as long and is false (R7). */
  matches(password: string, stored: string | null | undefined): Promise<boolean>
  /** True for a hash of another strength, which the next sign-in replaces. */
  isOutdated(stored: string): boolean
  /** The numbers of hashes that run and that wait in the queue. */
  load(): { running: number; waiting: number }
}

/** Normalises Unicode, so that 'ñ' typed on a phone and on a desktop is the same password (R6). */
const normalizeUnicode = (password: string) => password.normalize('NFC')

/**
 * Creates a queue that runs at most `cores − 1` hashes at once (one on a single core), so that one remains for reads.
 * While more hashes wait, each is followed by a pause in proportion to the load of the event loop, which leaves time to
 * the database and the reads (P9). `hash` and `matches` throw an HttpError 503 if the queue is full, or if the hash has
 * waited for `hashWaitMs`, after which its call could not finish in time.
 */
export async function createPasswords({
  hashStrength,
  hashWaitMs,
}: Pick<Limits, 'hashStrength' | 'hashWaitMs'> = productLimits): Promise<Passwords> {
  const queue = pLimit(Math.max(1, availableParallelism() - 1))
  const enqueue = async <T>(work: () => Promise<T>, queuedAt = performance.now()): Promise<T> => {
    if (queue.pendingCount >= limits.hashQueue) throw unavailableError('hashing')
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    void queue(async () => {
      const begin = performance.now()
      if (begin - queuedAt > hashWaitMs) return reject(unavailableError('hashing'))
      const loop = performance.eventLoopUtilization()
      await work().then(resolve, reject)
      const { utilization } = performance.eventLoopUtilization(loop)
      if (queue.pendingCount > 0) await sleep((performance.now() - begin) * utilization)
    })
    return promise
  }
  const dummyHash = await hash('no account has this password', hashStrength)
  return {
    hash: (password, since) => enqueue(() => hash(normalizeUnicode(password), hashStrength), since),
    async matches(password, stored) {
      const isRight = await enqueue(() => verify(stored ?? dummyHash, normalizeUnicode(password)))
      return isRight && stored != null
    },
    isOutdated: (stored) => !stored.startsWith(hashPrefixOf(hashStrength)),
    load: () => ({ running: queue.activeCount, waiting: queue.pendingCount }),
  }
}
