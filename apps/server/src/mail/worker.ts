import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Queryable } from '@apoderados/database/client/open'
import { claimMail, type DueMail, markGivenUp, markSent, postpone } from '@apoderados/database/mails/mails'
import type { FastifyBaseLogger } from 'fastify'
import { limits } from '../config.ts'
import { type Delivery, MailRefused } from './delivery.ts'
import { type MailWriter, writeMail } from './write.ts'

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>

/** Sends what the database holds in its queue, one mail at a time. */
export type MailWorker = {
  /** After the commit of what queued a mail; does nothing before `start`. */
  wake(): void
  start(log: Log): void
  /** Resolves when no mail is under way; one that takes too long is left to the next start. */
  stop(): Promise<void>
}

class Stopped extends Error {}

export function createMailWorker(db: Database, writer: MailWriter, delivery: Delivery): MailWorker {
  let log: Log | undefined
  let poll: NodeJS.Timeout | undefined
  let waking: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isAgain = false
  let isDatabaseAway = false
  const stopping = new AbortController()
  const { promise: stopped, reject: cut } = Promise.withResolvers<never>()
  stopped.catch(() => undefined)
  /** Taken by the mail server, but the database was away when that was to be noted. */
  const taken = new Set<string>()

  async function send(transaction: Queryable, mail: DueMail): Promise<void> {
    const line = { mail_id: mail.id, kind: mail.kind, tries: mail.tries + 1 }
    if (mail.is_expired && !taken.has(mail.id)) {
      await markGivenUp(transaction, mail)
      log?.error(line, 'mail not sent in time')
      return
    }
    const text = taken.has(mail.id) ? undefined : await writeMail(transaction, mail, writer)
    if (!text) {
      await (taken.has(mail.id) ? markSent : markGivenUp)(transaction, mail)
      return
    }
    const { id, email: to, queued_at: date } = mail
    try {
      await Promise.race([delivery.send({ ...text, id, to, date }), stopped])
    } catch (error) {
      if (error instanceof Stopped) throw error
      await fail(transaction, mail, error as Error)
      return
    }
    taken.add(id)
    await markSent(transaction, mail)
  }

  async function fail(transaction: Queryable, mail: DueMail, error: Error): Promise<void> {
    const { code } = error as { code?: string }
    const line = { mail_id: mail.id, kind: mail.kind, tries: mail.tries + 1, code }
    const isForGood = error instanceof MailRefused && error.isForGood
    if (isForGood) await markGivenUp(transaction, mail)
    const isLater = !isForGood && (await postpone(transaction, mail))
    if (isLater) log?.warn(line, 'mail not sent, to be tried again')
    else log?.error(line, 'mail given up')
  }

  /** False when none is due. */
  async function sendNext(): Promise<boolean> {
    const id = await db.transaction(async (transaction) => {
      const mail = await claimMail(transaction)
      if (mail) await send(transaction, mail)
      return mail?.id
    })
    if (id) taken.delete(id)
    return id !== undefined
  }

  async function sendAll(): Promise<void> {
    try {
      do {
        isAgain = false
        while (!stopping.signal.aborted && (await sendNext()));
      } while (isAgain && !stopping.signal.aborted)
      isDatabaseAway = false
    } catch (error) {
      if (error instanceof Stopped) return
      const { code } = ((error as Error).cause ?? error) as { code?: string }
      if (!isDatabaseAway) log?.error({ code }, 'mail queue not read, to be tried again')
      isDatabaseAway = true
    }
  }

  function run(): void {
    isAgain = true
    running ??= sendAll().finally(() => {
      running = undefined
    })
  }

  return {
    wake() {
      if (!log || stopping.signal.aborted) return
      // The answer leaves first: how long it took tells nothing of a mail (R9).
      waking ??= setTimeout(() => {
        waking = undefined
        run()
      }, limits.mailWakeMs)
    },
    start(given) {
      log = given
      poll = setInterval(run, limits.mailPollMs).unref()
      run()
    },
    async stop() {
      stopping.abort()
      clearInterval(poll)
      clearTimeout(waking)
      await Promise.race([running, delay(limits.mailStopMs, undefined, { ref: false })])
      cut(new Stopped())
      await running
    },
  }
}
