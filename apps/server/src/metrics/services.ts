import { readFileSync } from 'node:fs'
import { Gauge, type Registry } from 'prom-client'
import { type MailQueue, readMailQueue } from '../db/mailQueue.ts'
import type { Database } from '../db/open.ts'
import type { Services } from '../services.ts'

const QUEUE_EVERY_MS = 10_000
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** Asked at most every 10 s, however often somebody looks; undefined while the database does not answer. */
function mailQueue(db: Database): () => Promise<MailQueue | undefined> {
  let asked: Promise<MailQueue | undefined> = Promise.resolve(undefined)
  let askedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - askedAt < QUEUE_EVERY_MS) return asked
    askedAt = performance.now()
    asked = readMailQueue(db).catch(() => undefined)
    return asked
  }
}

/** Told as it is at the moment of asking. */
function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name: `apoderados_${name}`,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}

export function gaugeServices(
  registry: Registry,
  { db, passwords }: Pick<Services, 'db' | 'passwords'>,
): void {
  const { $client: pool } = db
  gauge(registry, 'database_connections', 'Open connections to the database', () => pool.totalCount)
  gauge(registry, 'database_connections_idle', 'Those that no call uses', () => pool.idleCount)
  gauge(registry, 'database_calls_waiting', 'Calls that wait for a connection', () => pool.waitingCount)
  gauge(registry, 'hashes_running', 'Passwords being hashed', () => passwords.load().running)
  gauge(registry, 'hashes_waiting', 'Passwords that wait to be hashed', () => passwords.load().waiting)
  gaugeDatabase(registry, db)
  new Gauge({
    name: 'apoderados_build_info',
    help: 'Always 1; the version stands in its labels',
    labelNames: ['version', 'node'],
    registers: [registry],
    aggregator: 'max',
  }).set({ version, node: process.version }, 1)
}

/** The same for all processes: their sum would count each mail several times. */
function gaugeDatabase(registry: Registry, db: Database): void {
  const read = mailQueue(db)
  const tell = (
    name: string,
    help: string,
    aggregator: 'min' | 'max',
    of: (queue?: MailQueue) => number | undefined,
  ) =>
    new Gauge({
      name: `apoderados_${name}`,
      help,
      registers: [registry],
      aggregator,
      async collect() {
        const value = of(await read())
        // While nobody knows the last figure stays: 0 would read as an empty queue.
        if (value !== undefined) this.set(value)
      },
    })
  tell('database_up', '1 while the database answers', 'min', (queue) => (queue ? 1 : 0))
  tell('mails_waiting', 'Mails not sent yet', 'max', (queue) => queue?.waiting)
  tell('mails_oldest_seconds', 'How long the oldest has waited', 'max', (queue) => queue?.oldestSeconds)
}
