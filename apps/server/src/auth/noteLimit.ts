import { LRUCache } from 'lru-cache'
import { limits } from '../config.ts'

const ADDRESSES_MAX = 10_000
const MS_PER_HOUR = 3_600_000

/** Whether one more failure or request of an address may be noted: the lines of an attack would fill the disk (R30). */
export function createNoteLimit(): (address: string) => boolean {
  const noted = new LRUCache<string, number>({ max: ADDRESSES_MAX, ttl: MS_PER_HOUR, noUpdateTTL: true })
  return (address) => {
    const count = (noted.get(address) ?? 0) + 1
    noted.set(address, count)
    return count <= limits.triesNotedPerAddressPerHour
  }
}
