/** A stream of pseudo-random values, the same on every machine for the same seed. */
export type Random = {
  /** Returns an integer from 0 to below `limit`. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
  /** Returns true with the probability `share`, 0 to 1. */
  chance(share: number): boolean
  /** 128 bits in hexadecimal. */
  id(): string
}

/**
 * Uses xorshift with 32 bits, which is enough for fictional schools. A library could change the numbers in a new
 * version.
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

/** Mixes numbers into a seed, with the final step of Murmur, because streams of neighbouring seeds begin alike. */
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
 * Returns the random stream of an object, which `parts` identify, so that more draws for one object do not change those
 * for another.
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
