import { attempts, recoveryCodes } from '@apoderados/core/db/tables/accounts'
import { mails } from '@apoderados/core/db/tables/messages'
import { parents } from '@apoderados/core/db/tables/people'
import { queueMail } from '@apoderados/core/mails/mails'
import { createDelivery, type Delivery } from '@apoderados/server/mail/delivery'
import { createMailWorker, type MailWorker } from '@apoderados/server/mail/worker'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect } from 'vitest'
import { CAROLINA, setupServer } from '../testServer.ts'
import { type Received, startMailServer } from './mailServer.ts'

export const mailFrom = { name: 'Apoderados', address: 'no-responder@colegio.cl' }
/** Returns an assertion on the result of `read`, which is repeated until it holds. */
export const eventually = <T>(read: () => T) => expect.poll(read, { interval: 20 })
export const messageIdOf = ({ source }: Received) => /^message-id: (.+)$/im.exec(source)?.[1]?.trim()

/**
 * Provides functions that start mail workers and mail servers, which are stopped after each test. Before each test, the
 * queue of mails is emptied.
 */
export function setupMailWorkers() {
  const server = setupServer()
  const endings: (() => Promise<unknown> | unknown)[] = []
  const mailServer = async (options: Parameters<typeof startMailServer>[0] = {}) => {
    const started = await startMailServer(options)
    endings.push(started.close)
    return started
  }
  const logged: unknown[][] = []
  const log = {
    warn: (...args: unknown[]) => logged.push(['warn', ...args]),
    error: (...args: unknown[]) => logged.push(['error', ...args]),
  }

  function start(delivery: Delivery): MailWorker {
    const worker = createMailWorker(server().db, { ...server().services, publicUrl: undefined }, delivery)
    worker.start(log as never)
    endings.push(() => worker.stop())
    return worker
  }
  const startSmtp = (smtpUrl: string) =>
    start(createDelivery({ smtpUrl, mailFrom, dataDir: '' }, () => undefined))

  const parentId = async () => {
    const [row] = await server()
      .db.select({ id: parents.id })
      .from(parents)
      .where(eq(parents.email, CAROLINA))
    return row?.id as number
  }
  const queueNotice = async () =>
    queueMail(server().db, { kind: 'password_changed', parent_id: await parentId() })
  const askForCode = () => server().send('requestRecovery', { email: CAROLINA })
  const rows = () => server().db.select().from(mails).orderBy(mails.queued_at)
  const onlyRow = async () => {
    const [row] = await rows()
    return row
  }
  /** Makes every queued mail due and wakes the worker. */
  const tryNow = async (worker: MailWorker) => {
    await server().db.update(mails).set({ next_try_at: sql`now()` })
    worker.wake()
  }

  beforeEach(async () => {
    logged.length = 0
    for (const table of [mails, recoveryCodes, attempts]) await server().db.delete(table)
  })
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end()
  })
  return {
    server,
    endings,
    mailServer,
    logged,
    start,
    startSmtp,
    tryNow,
    queueNotice,
    askForCode,
    rows,
    onlyRow,
  }
}
