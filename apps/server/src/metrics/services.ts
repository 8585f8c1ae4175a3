import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { readLastBackup } from '@apoderados/database/backup/lastBackup'
import type { Database } from '@apoderados/database/client/open'
import { type MailQueue, readMailQueue } from '@apoderados/database/mails/mailQueue'
import { Gauge, type Registry } from 'prom-client'
import type { Services } from '../services.ts'

const LOOK_EVERY_MS = 10_000
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

type DatabaseSnapshot = MailQueue & { lastBackup: Date | undefined }

/** Asked at most every 10 s, however often somebody looks; undefined while the database does not answer. */
function lookAt(db: Database): () => Promise<DatabaseSnapshot | undefined> {
  let asked: Promise<DatabaseSnapshot | undefined> = Promise.resolve(undefined)
  let askedAt = Number.NEGATIVE_INFINITY
  const ask = async () => ({ ...(await readMailQueue(db)), lastBackup: await readLastBackup(db) })
  return () => {
    if (performance.now() - askedAt < LOOK_EVERY_MS) return asked
    askedAt = performance.now()
    asked = ask().catch(() => undefined)
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
  dataDir: string,
): void {
  const { $client: pool } = db
  gauge(registry, 'database_connections', 'Open connections to the database', () => pool.totalCount)
  gauge(registry, 'database_connections_idle', 'Those that no call uses', () => pool.idleCount)
  gauge(registry, 'database_calls_waiting', 'Calls that wait for a connection', () => pool.waitingCount)
  gauge(registry, 'hashes_running', 'Passwords being hashed', () => passwords.load().running)
  gauge(registry, 'hashes_waiting', 'Passwords that wait to be hashed', () => passwords.load().waiting)
  gaugeDatabase(registry, db)
  gaugeDisk(registry, dataDir)
  new Gauge({
    name: 'apoderados_build_info',
    help: 'Always 1; the version stands in its labels',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1)
}

/** Every process shows the same: aggregate with min or max, not sum. */
function gaugeDatabase(registry: Registry, db: Database): void {
  const read = lookAt(db)
  const tell = (name: string, help: string, of: (look?: DatabaseSnapshot) => number | undefined) =>
    new Gauge({
      name: `apoderados_${name}`,
      help,
      registers: [registry],
      async collect() {
        const value = of(await read())
        // While nobody knows the last figure stays: 0 would read as an empty queue.
        if (value !== undefined) this.set(value)
      },
    })
  tell('database_up', '1 while the database answers', (look) => (look ? 1 : 0))
  tell('mails_waiting', 'Mails not sent yet', (look) => look?.waiting)
  tell('mails_oldest_seconds', 'How long the oldest has waited', (look) => look?.oldestSeconds)
  const seconds = (date?: Date) => (date ? Math.floor(date.getTime() / 1000) : 0)
  tell(
    'last_backup_timestamp_seconds',
    'When backup create last made one; 0 for never',
    (look) => look && seconds(look.lastBackup),
  )
}

/** Of the disk under DATA_DIR; nothing while it cannot be asked. */
function gaugeDisk(registry: Registry, dataDir: string): void {
  const tell = (name: string, help: string, blocks: 'bavail' | 'blocks') =>
    new Gauge({
      name: `apoderados_data_dir_${name}`,
      help,
      registers: [registry],
      async collect() {
        const disk = await statfs(dataDir).catch(() => undefined)
        if (disk) this.set(disk[blocks] * disk.bsize)
      },
    })
  tell('free_bytes', 'Free space for DATA_DIR', 'bavail')
  tell('size_bytes', 'The size of its disk', 'blocks')
}
