import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { recordSigningKey } from '@apoderados/database/accounts/signingKeys'
import { databaseLimits } from '@apoderados/database/client/limits'
import { checkServer, type Database, openDatabase } from '@apoderados/database/client/open'
import { refuseTransactionPooling } from '@apoderados/database/client/pooling'
import { type Cluster, startCluster } from '@apoderados/database/embedded/cluster'
import { migrate } from '@apoderados/database/schema/migrate'
import { loadKeys } from '@apoderados/database/secrets/keys'
import { DEMO_PASSWORD, demoAccounts } from '@apoderados/school-data/demo/families'
import { type App, createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { loadDemo } from './demo/loadDemo.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import type { Metrics } from './metrics/metrics.ts'
import { type PushSettings, vapidKeyOf } from './push/push.ts'
import { createServices, type Services } from './services.ts'
import { localUrl } from './startup/localUrl.ts'
import { openOutput } from './startup/standardOutput.ts'
import { warnWithoutStandby } from './startup/standbyWarning.ts'
import { explain, type Phase } from './startup/startErrors.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url))

const DEMO_NEXT =
  'Next, with data of your own: docs/operations.md, then npm run import -- --template <folder> for the empty spreadsheets.'

const output = openOutput()
const printLine = (line: string) => output.write(`${line}\n`)

/** The resources that the start has opened, for `stop` to close. */
const opened: {
  server?: App
  scrapes?: Server
  workers: { stop(): Promise<void> }[]
  telemetry?: Telemetry
  db?: Database
  clusterStart?: Promise<Cluster>
  cluster?: Cluster
} = { workers: [] }
let phase: Phase = 'settings'

class Stopped extends Error {}
let stoppedAt = 0

/** Called between the steps of the start, so that a signal ends it at the next step. */
function enterPhase(next: Phase): void {
  if (stoppedAt > 0) throw new Stopped()
  phase = next
}

/** With the embedded PostgreSQL, the server makes its own VAPID key for web push, as it makes its own secret key. */
const pushSettingsOf = async ({ push, databaseUrl, dataDir }: Config): Promise<PushSettings> =>
  databaseUrl || push.vapidPrivateKey ? push : { ...push, vapidPrivateKey: await vapidKeyOf(dataDir) }

async function openServices(config: Config): Promise<Services> {
  if (!config.databaseUrl) {
    opened.clusterStart = startCluster(config.dataDir)
    opened.cluster = await opened.clusterStart
  }
  enterPhase('settings')
  const keys = await loadKeys(config.secretKeys, config.dataDir)
  enterPhase('database')
  const url = config.databaseUrl ?? (opened.cluster as Cluster).url
  if (config.databaseUrl) await refuseTransactionPooling(url)
  const db = openDatabase(url)
  opened.db = db
  opened.telemetry?.watchDatabase(db)
  await checkServer(db)
  enterPhase('database')
  await migrate(url, config.dataDir)
  await recordSigningKey(db, keys)
  enterPhase('database')
  const printMail = (path: string) => printLine(`A mail was written to ${path}`)
  const push = await pushSettingsOf(config)
  const services = await createServices(
    db,
    keys,
    { ...config, push },
    config.databaseUrl ? undefined : printMail,
  )
  enterPhase('settings')
  await services.files.prepare()
  enterPhase('database')
  return services
}

async function prepareDemo({ db, files, passwords }: Services): Promise<boolean> {
  const state = await loadDemo(db, files, passwords)
  if (state === 'rebuilt') {
    printLine(
      'The demo school was of another time of the year, or its pictures were missing: it was rebuilt.',
    )
  }
  return state !== 'not a demo' && state !== 'off'
}

/** Prints the last lines of the start: the address to open, how to stop the server, and what to read next. */
function reportAddress(config: Config, isDemo: boolean): void {
  const address = opened.server?.app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  if (!isDemo && !config.smtpUrl)
    printLine('SMTP_URL is not set: no mail leaves, each is written to DATA_DIR/outbox')
  const url = localUrl(config.host, port)
  printLine(`Apoderados is listening on ${url}`)
  if (opened.cluster) printLine(`Embedded PostgreSQL in ${opened.cluster.folder}`)
  if (isDemo) {
    printLine(`Demo accounts (every password ${DEMO_PASSWORD}):`)
    for (const { email, is } of demoAccounts) printLine(`  ${email.padEnd(28)} ${is}`)
  }
  printLine(
    `Open ${config.publicUrl ?? url} in a browser. Ctrl-C stops the server; the next start keeps its data.`,
  )
  printLine(isDemo ? DEMO_NEXT : 'Next: docs/operations.md has what else running it for a school takes.')
}

/** Imports OpenTelemetry only if its variables name a collector. */
async function openTelemetry({ telemetry: signals }: Config): Promise<void> {
  if (!signals.traces && !signals.metrics) return
  const { startTelemetry } = await import('./telemetry/telemetry.ts')
  opened.telemetry = startTelemetry(signals, () => opened.server?.app.log)
}

/** Imports the metrics modules only if METRICS_PORT is set or a collector gets the metrics. */
async function openMetrics(config: Config, services: Services): Promise<Metrics | undefined> {
  if (config.metricsPort === undefined && !config.telemetry.metrics) return undefined
  const { createMetrics } = await import('./metrics/metrics.ts')
  const metrics = createMetrics(services, config, opened.telemetry?.failures)
  opened.telemetry?.exportMetrics(metrics.read)
  if (config.metricsPort === undefined) return metrics
  const { listenForScrapes } = await import('./metrics/listener.ts')
  opened.scrapes = await listenForScrapes(config, metrics.text)
  return metrics
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  await openTelemetry(config)
  const services = await openServices(config)
  const isDemo = !config.databaseUrl && (await prepareDemo(services))
  enterPhase('address')
  const metrics = await openMetrics(config, services)
  const { telemetry } = opened
  const options = { webRoot: existsSync(webRoot) ? webRoot : undefined, metrics, telemetry, log: output }
  opened.server = await createApp(services, config, options)
  const { app, listener } = opened.server
  await listener.listen(config)
  const { mails, digests, pushes } = services
  mails.start(app.log)
  digests.start(app.log)
  void pushes.start(app.log)
  opened.workers.push(mails, digests, pushes)
  reportAddress(config, isDemo)
  if (config.databaseUrl) void warnWithoutStandby(services.db, app.log)
  const url = config.databaseUrl ?? (opened.cluster as Cluster).url
  opened.workers.push(startHousekeeping(services, { url, dataDir: config.dataDir }, app.log))
}

/** Two signals within this time count as one: Ctrl-C reaches the server from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000
/** The embedded PostgreSQL has started or failed within this time. */
const CLUSTER_START_MS = databaseLimits.clusterStartMs + 10_000
const abandoned = Promise.withResolvers<'abandoned'>()

/** Stops the embedded PostgreSQL, then ends a start that hangs. */
async function abandonStart(): Promise<void> {
  const clusterStarted = Promise.race([opened.clusterStart, delay(CLUSTER_START_MS)])
  const cluster = await clusterStarted.catch(() => undefined)
  await cluster?.stop()
  process.exit(1)
}

/**
 * Stops in order: new connections are refused, answers close kept-alive connections, running calls finish, then the
 * database closes (R32). A start in progress ends at its next step. A second signal cuts running calls and abandons
 * a hanging start, but never interrupts the stop of the database.
 */
async function stop(code: number): Promise<void> {
  if (stoppedAt > 0) {
    if (Date.now() - stoppedAt <= SAME_SIGNAL_MS) return
    opened.server?.app.server.closeAllConnections()
    if (!opened.server) abandoned.resolve('abandoned')
    return
  }
  stoppedAt = Date.now()
  const outcome = await Promise.race([starting.catch(() => undefined), abandoned.promise])
  if (outcome === 'abandoned') return abandonStart()
  const { server, scrapes, workers, telemetry, db, cluster } = opened
  server?.drain.start()
  await server?.drain.waitUntilQuiet()
  await server?.drain.close()
  scrapes?.close()
  await Promise.all([...workers, telemetry].map((worker) => worker?.stop()))
  await db?.$client.end()
  await cluster?.stop()
  process.exit(code)
}

const starting = start()
process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => void stop(0))
try {
  await starting
} catch (error) {
  if (stoppedAt === 0) {
    process.stderr.write(
      `Apoderados cannot start: ${explain(error, phase, opened.clusterStart !== undefined)}\n`,
    )
    await stop(1)
  }
}
