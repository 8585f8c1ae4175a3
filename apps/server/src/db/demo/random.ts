/** Numbers that look random and are the same on every machine for the same seed. */
export type Random = {
  /** 0 to below `limit`. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
  /** True `share` of the times, 0 to 1. */
  chance(share: number): boolean
  /** 128 bits in hexadecimal. */
  id(): string
}

/** xorshift over 32 bits: enough variety for a fictional school, in no library's changing hands. */
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
