import type { Database } from '@apoderados/database/client/open'
import { findLastDigestTime, queueDueDigests } from '@apoderados/database/mails/digests'
import type { FastifyBaseLogger } from 'fastify'
import { limits } from '../config.ts'
import { createPolling } from '../jobs/polling.ts'
import type { MailWorker } from './worker.ts'

/** Queues the digests that are due, within a minute after 18:00 at a school. */
export type DigestWorker = {
  /** False without `publicUrl`: a digest needs links, also the one that ends it. */
  isActive: boolean
  start(log: Pick<FastifyBaseLogger, 'error'>): void
  stop(): Promise<void>
}

export function createDigestWorker(
  db: Database,
  mails: Pick<MailWorker, 'wake'>,
  publicUrl: string | undefined,
): DigestWorker {
  /** The latest 18:00 of which this process has queued all digests; looking for due ones reads all parents. */
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
