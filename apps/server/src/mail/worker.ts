import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Queryable } from '@apoderados/core/db/client/open'
import { claimMail, type DueMail, markGivenUp, markSent, postpone } from '@apoderados/core/mails/mails'
import type { FastifyBaseLogger } from 'fastify'
import { limits } from '../config.ts'
import { createPolling } from '../jobs/polling.ts'
import { composeMail, type MailContext } from './composeMail.ts'
import { type Delivery, MailRefused } from './delivery.ts'

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>

/** Sends the mails of the database's queue, one at a time. */
export type MailWorker = {
  /** Sends queued mails after `mailWakeMs`. Call it after the commit that queued one; no effect before `start`. */
  wake(): void
  start(log: Log): void
  /** Resolves when no mail is being sent; one that exceeds `mailStopMs` is abandoned, and resent after a restart. */
  stop(): Promise<void>
}

class WorkerStopped extends Error {}

export function createMailWorker(db: Database, context: MailContext, delivery: Delivery): MailWorker {
  let log: Log | undefined
  let waking: NodeJS.Timeout | undefined
  let isRerunRequested = false
  const stopping = new AbortController()
  const { promise: stopped, reject: rejectStopped } = Promise.withResolvers<never>()
  stopped.catch(() => undefined)
  /** The ids of mails that the mail server has accepted and the database has not yet recorded as sent. */
  const acceptedIds = new Set<string>()

  async function send(transaction: Queryable, mail: DueMail): Promise<void> {
    const { id, kind, email: to, queued_at: date } = mail
    if (!acceptedIds.has(id)) {
      if (mail.is_expired) {
        await markGivenUp(transaction, mail)
        log?.error({ mail_id: id, kind, tries: mail.tries + 1 }, 'mail not sent in time')
        return
      }
      const text = await composeMail(transaction, mail, context)
      if (!text) {
        await markGivenUp(transaction, mail)
        return
      }
      try {
        await Promise.race([delivery.send({ ...text, id, to, date }), stopped])
      } catch (error) {
        if (error instanceof WorkerStopped) throw error
        return postponeOrGiveUp(transaction, mail, error as Error)
      }
      acceptedIds.add(id)
    }
    await markSent(transaction, mail)
  }

  async function postponeOrGiveUp(transaction: Queryable, mail: DueMail, error: Error): Promise<void> {
    const { code } = error as { code?: string }
    const line = { mail_id: mail.id, kind: mail.kind, tries: mail.tries + 1, code }
    const isForGood = error instanceof MailRefused && error.isForGood
    if (isForGood) await markGivenUp(transaction, mail)
    const isLater = !isForGood && (await postpone(transaction, mail))
    if (isLater) log?.warn(line, 'mail not sent, to be tried again')
    else log?.error(line, 'mail given up')
  }

  /** Sends the next due mail; returns false if none is due. */
  async function sendNext(): Promise<boolean> {
    const id = await db.transaction(async (transaction) => {
      const mail = await claimMail(transaction)
      if (mail) await send(transaction, mail)
      return mail?.id
    })
    if (id) acceptedIds.delete(id)
    return id !== undefined
  }

  async function sendAll(): Promise<void> {
    try {
      do {
        isRerunRequested = false
        while (!stopping.signal.aborted && (await sendNext()));
      } while (isRerunRequested && !stopping.signal.aborted)
    } catch (error) {
      if (!(error instanceof WorkerStopped)) throw error
    }
  }
  const polling = createPolling(sendAll, limits.mailPollMs, 'mail queue not read, to be tried again')

  return {
    wake() {
      if (!log || stopping.signal.aborted) return
      // The delay lets the response leave first, so that its duration does not reveal whether a mail was queued (R9).
      waking ??= setTimeout(() => {
        waking = undefined
        isRerunRequested = true
        void polling.run()
      }, limits.mailWakeMs)
    },
    start(logger) {
      log = logger
      void polling.start(logger)
    },
    async stop() {
      stopping.abort()
      clearTimeout(waking)
      const lastRound = polling.stop()
      await Promise.race([lastRound, delay(limits.mailStopMs, undefined, { ref: false })])
      rejectStopped(new WorkerStopped())
      await lastRound
    },
  }
}
