import { statfs } from 'node:fs/promises'
import { readLastBackup } from '@apoderados/core/audit/lastBackup'
import type { Database } from '@apoderados/core/db/client/open'
import { countSynchronousStandbys } from '@apoderados/core/db/client/replication'
import { readMailQueue } from '@apoderados/core/mails/mailQueue'
import { readPushQueue } from '@apoderados/core/pushes/pushQueue'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Services } from '../services.ts'
import { version } from '../startup/version.ts'

const SNAPSHOT_CACHE_MS = 10_000

type DatabaseSnapshot = Awaited<ReturnType<typeof readDatabaseSnapshot>>

async function readDatabaseSnapshot(db: Database) {
  return {
    ...(await readMailQueue(db)),
    pushes: await readPushQueue(db),
    lastBackup: await readLastBackup(db),
    synchronousStandbys: await countSynchronousStandbys(db),
  }
}

/** Reads the database at most every 10 s, however often metrics are scraped; undefined while it does not answer. */
function createSnapshotReader(db: Database) {
  const read = () => readDatabaseSnapshot(db).catch(() => undefined)
  let snapshot: ReturnType<typeof read> | undefined
  let readAt = 0
  return () => {
    if (snapshot && performance.now() - readAt < SNAPSHOT_CACHE_MS) return snapshot
    readAt = performance.now()
    snapshot = read()
    return snapshot
  }
}

/** Adds a gauge, read at each scrape. It keeps its value while `read` is undefined: 0 would suggest an empty queue. */
const createGaugeAdder =
  (registry: Registry) =>
  (name: string, help: string, read: () => number | undefined | Promise<number | undefined>) =>
    new Gauge({
      name: `apoderados_${name}`,
      help,
      registers: [registry],
      async collect() {
        const value = await read()
        if (value !== undefined) this.set(value)
      },
    })

export function registerServiceMetrics(
  registry: Registry,
  { db, passwords, pushes }: Pick<Services, 'db' | 'passwords' | 'pushes'>,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): void {
  const { $client: pool } = db
  const addGauge = createGaugeAdder(registry)
  addGauge('database_connections', 'Open connections to the database', () => pool.totalCount)
  addGauge('database_connections_idle', 'Those that no call uses', () => pool.idleCount)
  addGauge('database_calls_waiting', 'Calls that wait for a connection', () => pool.waitingCount)
  addGauge('hashes_running', 'Passwords being hashed', () => passwords.load().running)
  addGauge('hashes_waiting', 'Passwords that wait to be hashed', () => passwords.load().waiting)
  registerDatabaseGauges(registry, db, databaseUrl === undefined)
  registerCounter(registry, 'pushes', 'Notifications by outcome', 'outcome', pushes.counts)
  const bytesOfDisk = async (blocks: 'bavail' | 'blocks') => {
    const disk = await statfs(dataDir).catch(() => undefined)
    return disk && disk[blocks] * disk.bsize
  }
  addGauge('data_dir_free_bytes', 'Free space for DATA_DIR', () => bytesOfDisk('bavail'))
  addGauge('data_dir_size_bytes', 'The size of its disk', () => bytesOfDisk('blocks'))
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

/** Registers gauges of the database. All processes report the same values: aggregate them with min or max, not sum. */
function registerDatabaseGauges(registry: Registry, db: Database, isEmbedded: boolean): void {
  const read = createSnapshotReader(db)
  const addGauge = createGaugeAdder(registry)
  addGauge('database_up', '1 while the database answers', async () => ((await read()) ? 1 : 0))
  const addFigure = (name: string, help: string, figureOf: (snapshot: DatabaseSnapshot) => number) =>
    addGauge(name, help, async () => {
      const snapshot = await read()
      return snapshot && figureOf(snapshot)
    })
  addFigure('mails_waiting', 'Mails not sent yet', ({ waiting }) => waiting)
  addFigure('mails_oldest_seconds', 'How long the oldest has waited', ({ oldestSeconds }) => oldestSeconds)
  addFigure('pushes_waiting', 'Notifications that are due', ({ pushes }) => pushes.waiting)
  addFigure('pushes_oldest_seconds', 'How long the oldest has been due', ({ pushes }) => pushes.oldestSeconds)
  addFigure(
    'last_backup_timestamp_seconds',
    'When apoderados-backup last made one; 0 for never',
    (snapshot) => Math.floor((snapshot.lastBackup?.getTime() ?? 0) / 1000),
  )
  // The embedded PostgreSQL never has a standby.
  if (isEmbedded) return
  addFigure(
    'database_synchronous_standbys',
    'Standbys that may confirm a commit before it is acknowledged',
    (snapshot) => snapshot.synchronousStandbys,
  )
}
