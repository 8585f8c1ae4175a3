import { LRUCache } from 'lru-cache'
import { limits } from '../config.ts'

const COUNTED_ADDRESSES_MAX = 10_000
const MS_PER_HOUR = 3_600_000

/**
 * Limits the lines that callers without a session add to the audit log per address and hour, because an attack could
 * otherwise fill the disk (R30). The returned function counts one line and returns whether it may be written.
 */
export function createAuditLimit(): (address: string) => boolean {
  const counts = new LRUCache<string, number>({
    max: COUNTED_ADDRESSES_MAX,
    ttl: MS_PER_HOUR,
    noUpdateTTL: true,
  })
  return (address) => {
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    return count <= limits.attemptsAuditedPerAddressPerHour
  }
}
