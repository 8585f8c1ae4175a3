/** A stream of pseudo-random values, the same on every machine for the same seed. */
export type Random = {
  /** Returns an integer from 0 to `limit` - 1. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
  /** Returns true with the probability `share`, 0 to 1. */
  chance(share: number): boolean
  /** Returns 128 bits in hexadecimal. */
  id(): string
}

/**
 * Creates the stream of a seed by xorshift with 32 bits, which is random enough for test data, but not for secrets. No
 * library is used, because a new version of it could change the numbers.
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0 || 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state
  }
  const below = (limit: number) => next() % limit
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    chance: (share) => next() / 2 ** 32 < share,
    id: () => Array.from({ length: 4 }, () => next().toString(16).padStart(8, '0')).join(''),
  }
}

/**
 * Mixes numbers into one seed, by the final steps of the hash MurmurHash3. Unmixed, neighbouring numbers would be seeds
 * whose streams begin alike.
 */
export function seedOf(...parts: number[]): number {
  let state = 0x9e3779b9
  for (const part of parts) {
    state = Math.imul(state ^ (part >>> 0), 0x85ebca6b)
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
    state ^= state >>> 16
  }
  return state >>> 0
}

/**
 * Returns the random stream of the object that `parts` identify. With a stream of its own, an object's values do not
 * depend on how many are drawn for other objects.
 */
export const randomOf = (...parts: number[]): Random => createRandom(seedOf(...parts))

/** Shuffles the array in place, and returns it. */
export function shuffle<T>(random: Random, items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1)
    const item = items[last] as T
    items[last] = items[other] as T
    items[other] = item
  }
  return items
}
