import type { Database } from '@apoderados/core/db/client/open'
import { sendDueNotice } from '@apoderados/core/notices/notices'
import type { FastifyBaseLogger } from 'fastify'
import { limits } from '../config.ts'
import { createPolling } from './polling.ts'

/**
 * Sends the scheduled notices whose time has come, each in one transaction: a stop at any moment sends a notice once or
 * leaves it to the next round.
 */
export function createNoticeWorker(db: Database) {
  async function sendDue(): Promise<void> {
    while (await db.transaction(sendDueNotice));
  }
  const polling = createPolling(sendDue, limits.noticePollMs, 'notices not sent, to be tried again')
  return {
    run: polling.run,
    start: (log: Pick<FastifyBaseLogger, 'error'>) => void polling.start(log),
    stop: polling.stop,
  }
}
