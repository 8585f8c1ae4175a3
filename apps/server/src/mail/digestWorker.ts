import type { Database } from '@apoderados/core/db/client/open'
import { findLastDigestTime, queueDueDigests } from '@apoderados/core/mails/digests'
import type { FastifyBaseLogger } from 'fastify'
import { limits } from '../config.ts'
import { createPolling } from '../jobs/polling.ts'
import type { MailWorker } from './worker.ts'

/** Looks for due digests each minute, and queues them. A digest is due at 18:00 in a school's local time. */
export type DigestWorker = {
  /** False without `publicUrl`, because a digest contains links: to the app, and to end the digests. */
  isActive: boolean
  start(log: Pick<FastifyBaseLogger, 'error'>): void
  stop(): Promise<void>
}

export function createDigestWorker(
  db: Database,
  mails: Pick<MailWorker, 'wake'>,
  publicUrl: string | undefined,
): DigestWorker {
  /** The last 18:00 whose digests this process queued; until the next, it skips the search, which reads all parents. */
  let queuedTime: string | null = null
  const isActive = publicUrl !== undefined
  async function queueDigests(): Promise<void> {
    const time = await findLastDigestTime(db)
    if (time !== queuedTime && (await queueDueDigests(db)) > 0) mails.wake()
    queuedTime = time
  }
  const polling = createPolling(queueDigests, limits.digestPollMs, 'digests not queued, to be tried again')
  return {
    isActive,
    start(log) {
      if (isActive) void polling.start(log)
    },
    stop: polling.stop,
  }
}
