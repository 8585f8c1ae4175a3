import { createRandom, type Random } from '@apoderados/server/db/demo/random'

/**
 * A stream of draws for each thing that has a number: what is drawn for one moves no other. The bits are stirred
 * (Murmur's last step), as neighbouring seeds would begin alike.
 */
export function randomOf(...parts: number[]): Random {
  let state = 0x9e3779b9
  for (const part of parts) {
    state = Math.imul(state ^ (part >>> 0), 0x85ebca6b)
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
    state ^= state >>> 16
  }
  return createRandom(state)
}

/** In place, every order as likely. */
export function shuffle<T>(random: Random, items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1)
    const item = items[last] as T
    items[last] = items[other] as T
    items[other] = item
  }
  return items
}
