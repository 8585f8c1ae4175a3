import { statfs } from 'node:fs/promises'
import { readLastBackup } from '@apoderados/database/backup/lastBackup'
import type { Database } from '@apoderados/database/client/open'
import { countSynchronousStandbys } from '@apoderados/database/client/replication'
import { type MailQueue, readMailQueue } from '@apoderados/database/mails/mailQueue'
import { type PushQueue, readPushQueue } from '@apoderados/database/pushes/pushQueue'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Services } from '../services.ts'
import { version } from '../startup/version.ts'

const CACHE_MS = 10_000

type DatabaseSnapshot = MailQueue & { pushes: PushQueue } & {
  lastBackup: Date | undefined
  synchronousStandbys: number
}

/** Reads the database at most every 10 s, however often metrics are scraped; undefined while it does not answer. */
function createSnapshotReader(db: Database): () => Promise<DatabaseSnapshot | undefined> {
  let snapshot: Promise<DatabaseSnapshot | undefined> = Promise.resolve(undefined)
  let readAt = Number.NEGATIVE_INFINITY
  const readSnapshot = async () => ({
    ...(await readMailQueue(db)),
    pushes: await readPushQueue(db),
    lastBackup: await readLastBackup(db),
    synchronousStandbys: await countSynchronousStandbys(db),
  })
  return () => {
    if (performance.now() - readAt < CACHE_MS) return snapshot
    readAt = performance.now()
    snapshot = readSnapshot().catch(() => undefined)
    return snapshot
  }
}

/** Registers a gauge that reads its value at each scrape. */
function registerGauge(registry: Registry, name: string, help: string, read: () => number): void {
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
  { db, passwords, pushes }: Pick<Services, 'db' | 'passwords' | 'pushes'>,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): void {
  const { $client: pool } = db
  registerGauge(registry, 'database_connections', 'Open connections to the database', () => pool.totalCount)
  registerGauge(registry, 'database_connections_idle', 'Those that no call uses', () => pool.idleCount)
  registerGauge(
    registry,
    'database_calls_waiting',
    'Calls that wait for a connection',
    () => pool.waitingCount,
  )
  registerGauge(registry, 'hashes_running', 'Passwords being hashed', () => passwords.load().running)
  registerGauge(
    registry,
    'hashes_waiting',
    'Passwords that wait to be hashed',
    () => passwords.load().waiting,
  )
  gaugeDatabase(registry, db, databaseUrl === undefined)
  registerCounter(registry, 'pushes', 'Notifications by outcome', 'outcome', pushes.counts)
  gaugeDisk(registry, dataDir)
  new Gauge({
    name: 'apoderados_build_info',
    help: 'Always 1; the version stands in its labels',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1)
}

/** Registers a counter that reports `counts`, in which each key is a value of `label`. */
function registerCounter(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  counts: Readonly<Record<string, number>>,
): void {
  new Counter({
    name: `apoderados_${name}_total`,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset()
      for (const [value, count] of Object.entries(counts)) this.inc({ [label]: value }, count)
    },
  })
}

/** Registers the metric also without telemetry; it then has no values. */
export const countExportFailures = (registry: Registry, failures: Readonly<Record<string, number>> = {}) =>
  registerCounter(
    registry,
    'telemetry_export_failures',
    'Exports that no collector accepted',
    'signal',
    failures,
  )

/** Every process reports the same values: aggregate with min or max, not sum. */
function gaugeDatabase(registry: Registry, db: Database, isEmbedded: boolean): void {
  const read = createSnapshotReader(db)
  const addGauge = (
    name: string,
    help: string,
    readValue: (snapshot?: DatabaseSnapshot) => number | undefined,
  ) =>
    new Gauge({
      name: `apoderados_${name}`,
      help,
      registers: [registry],
      async collect() {
        const value = readValue(await read())
        // Keeps the last value while the database does not answer: 0 would look like an empty queue.
        if (value !== undefined) this.set(value)
      },
    })
  addGauge('database_up', '1 while the database answers', (snapshot) => (snapshot ? 1 : 0))
  addGauge('mails_waiting', 'Mails not sent yet', (snapshot) => snapshot?.waiting)
  addGauge('mails_oldest_seconds', 'How long the oldest has waited', (snapshot) => snapshot?.oldestSeconds)
  addGauge('pushes_waiting', 'Notifications that are due', (snapshot) => snapshot?.pushes.waiting)
  addGauge(
    'pushes_oldest_seconds',
    'How long the oldest has been due',
    (snapshot) => snapshot?.pushes.oldestSeconds,
  )
  const seconds = (date?: Date) => (date ? Math.floor(date.getTime() / 1000) : 0)
  addGauge(
    'last_backup_timestamp_seconds',
    'When backup create last made one; 0 for never',
    (snapshot) => snapshot && seconds(snapshot.lastBackup),
  )
  // The embedded PostgreSQL never has a standby.
  if (isEmbedded) return
  addGauge(
    'database_synchronous_standbys',
    'Standbys that may confirm a commit before it is acknowledged',
    (snapshot) => snapshot?.synchronousStandbys,
  )
}

/** Reports the disk of DATA_DIR; keeps the last values while it cannot be read. */
function gaugeDisk(registry: Registry, dataDir: string): void {
  const addGauge = (name: string, help: string, blocks: 'bavail' | 'blocks') =>
    new Gauge({
      name: `apoderados_data_dir_${name}`,
      help,
      registers: [registry],
      async collect() {
        const disk = await statfs(dataDir).catch(() => undefined)
        if (disk) this.set(disk[blocks] * disk.bsize)
      },
    })
  addGauge('free_bytes', 'Free space for DATA_DIR', 'bavail')
  addGauge('size_bytes', 'The size of its disk', 'blocks')
}
