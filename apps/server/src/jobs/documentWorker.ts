import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@apoderados/core/db/client/open'
import { issueNext } from '@apoderados/core/documents/documentBatches'
import type { DocumentTools } from '@apoderados/core/documents/issueDocument'
import type { FastifyBaseLogger } from 'fastify'
import { limits } from '../config.ts'
import { createPolling } from './polling.ts'

/**
 * Issues the documents of the jobs, each in one transaction: a stop at any moment leaves the rest to the next process. A
 * pause follows each document, because drawing it keeps the process from answering calls.
 */
export function createDocumentWorker(db: Database, tools: DocumentTools) {
  let isStopping = false
  async function issueAll(): Promise<void> {
    while (!isStopping && (await db.transaction((transaction) => issueNext(transaction, tools))))
      await delay(limits.documentPauseMs)
  }
  const polling = createPolling(issueAll, limits.documentPollMs, 'documents not issued, to be tried again')
  return {
    run: polling.run,
    /** Looks for a job soon. Call it after the commit that queued one. */
    wake: () => void polling.run(),
    start: (log: Pick<FastifyBaseLogger, 'error'>) => void polling.start(log),
    async stop(): Promise<void> {
      isStopping = true
      await polling.stop()
    },
  }
}
