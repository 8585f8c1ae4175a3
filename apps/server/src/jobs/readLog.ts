import { todayInChile } from '@apoderados/contract/values/days'
import type { Database } from '@apoderados/core/db/client/open'
import { insertRecordReads, type RecordRead } from '@apoderados/core/privacy/recordReads'
import type { FastifyBaseLogger } from 'fastify'
import { limits } from '../config.ts'
import { createPolling } from './polling.ts'

/** So many reads are noted by one statement, so many wait for it, and so many of the day are remembered as noted. */
const BATCH = 1_000
const PENDING_MAX = 20_000
const SEEN_MAX = 100_000

/**
 * Notes who read which kind of a student's records, once a day each. A read waits in memory for the next round, so that no
 * call waits for a write; at a crash, those of the last seconds are lost.
 */
export function createReadLog(db: Database) {
  let day = ''
  const seen = new Set<string>()
  let pending: RecordRead[] = []

  function note(read: RecordRead): void {
    const today = todayInChile(new Date())
    if (today !== day || seen.size >= SEEN_MAX) seen.clear()
    day = today
    const key = `${read.parent_id} ${read.student_id} ${read.kind}`
    // Beyond the limit, as while the database is away, a read is noted by the next one of the same day.
    if (seen.has(key) || pending.length >= PENDING_MAX) return
    seen.add(key)
    pending.push(read)
  }

  async function flushAll(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending.splice(0, BATCH)
      try {
        await insertRecordReads(db, batch)
      } catch (error) {
        pending = [...batch, ...pending]
        throw error
      }
    }
  }

  const polling = createPolling(
    flushAll,
    limits.readLogFlushMs,
    'reads of records not noted, to be tried again',
  )
  return {
    note,
    flush: polling.run,
    start: (log: Pick<FastifyBaseLogger, 'error'>) => void polling.start(log),
    async stop(): Promise<void> {
      await polling.stop()
      await polling.run()
    },
  }
}
