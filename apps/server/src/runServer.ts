import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { roleNames } from '@apoderados/contract/office/roles'
import { recordSigningKey } from '@apoderados/core/accounts/signingKeys'
import { databaseLimits } from '@apoderados/core/db/client/limits'
import { checkServer, type Database, openDatabase } from '@apoderados/core/db/client/open'
import { type Cluster, startCluster } from '@apoderados/core/db/embedded/cluster'
import { migrate } from '@apoderados/core/db/schema/migrate'
import { establishments } from '@apoderados/core/db/tables/schools'
import { loadKeys } from '@apoderados/core/secrets/keys'
import { DEMO_PASSWORD, demoAccounts } from '@apoderados/school-data/demo/families'
import { DEMO_TOTP_SECRET, demoStaff } from '@apoderados/school-data/demo/staff'
import { createApp } from './app.ts'
import { type Config, type Limits, type PushSettings, productLimits, readConfig } from './config.ts'
import { loadDemo } from './demo/loadDemo.ts'
import { loadDemoStaff } from './demo/loadDemoStaff.ts'
import type { App } from './http/instance.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { LoadQueue } from './office/officeContext.ts'
import { vapidKeyOf } from './push/push.ts'
import { createServices, type Services } from './services.ts'
import { localUrl } from './startup/localUrl.ts'
import { recordSettings } from './startup/serverSettings.ts'
import { openOutput } from './startup/standardOutput.ts'
import { warnWithoutStandby } from './startup/standbyWarning.ts'
import { explainStartError, type StartPhase } from './startup/startErrors.ts'

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url))
const officeRoot = fileURLToPath(new URL('../../office/dist', import.meta.url))

const DEMO_NEXT_STEP =
  'Next, with data of your own: docs/operations.md, then npm run import -- --template <folder> for the empty spreadsheets.'

const TRIAL_WARNING =
  'The embedded PostgreSQL is for a trial: before families use the school, move it to a server: docs/operations.md, Backups.'

const output = openOutput()
const printLine = (line: string) => output.write(`${line}\n`)

/** The resources that the start has opened, for `stop` to close. */
const openedResources: {
  /** Settles at the end of the start. */
  started?: Promise<void>
  /** The families' listener, then the console's. */
  servers: App[]
  scrapes?: Server
  workers: { stop(): Promise<void> }[]
  db?: Database
  clusterStart?: Promise<Cluster>
  cluster?: Cluster
} = { servers: [], workers: [] }
let phase: StartPhase = 'settings'

class StartStopped extends Error {}
/** When the stop began, in epoch ms; 0 before. */
let stopBeganAt = 0

/** Begins the next phase of the start. @throws {StartStopped} if the stop has begun */
function enterPhase(next: StartPhase): void {
  if (stopBeganAt > 0) throw new StartStopped()
  phase = next
}

/** Returns the settings with a VAPID key for Web Push. With the embedded PostgreSQL, the server makes one if needed. */
const pushSettingsOf = async ({ push, databaseUrl, dataDir }: Config): Promise<PushSettings> =>
  databaseUrl || push.vapidPrivateKey ? push : { ...push, vapidPrivateKey: await vapidKeyOf(dataDir) }

/** Where families open the app. Without DATABASE_URL, as in the demo, it is on this machine; undefined if unknown. */
const familiesUrlOf = ({ publicUrl, databaseUrl, host, port }: Config) =>
  publicUrl ?? (databaseUrl ? undefined : localUrl(host, port))

async function openServices(config: Config, limits: Limits): Promise<Services> {
  if (!config.databaseUrl) {
    openedResources.clusterStart = startCluster(config.dataDir)
    openedResources.cluster = await openedResources.clusterStart
  }
  enterPhase('settings')
  const keys = await loadKeys(config.secretKeys, config.dataDir)
  enterPhase('database')
  const url = config.databaseUrl ?? (openedResources.cluster as Cluster).url
  const db = openDatabase(url, { limits })
  openedResources.db = db
  await checkServer(db)
  enterPhase('database')
  await migrate(url)
  await recordSigningKey(db, keys)
  enterPhase('database')
  const printMail = (path: string) => printLine(`A mail was written to ${path}`)
  const push = await pushSettingsOf(config)
  const services = await createServices(
    db,
    keys,
    { ...config, push, limits, checkOrigin: familiesUrlOf(config) },
    config.databaseUrl ? undefined : printMail,
  )
  enterPhase('settings')
  await services.files.prepare()
  enterPhase('database')
  return services
}

async function prepareDemo({ db, files, passwords, keys }: Services): Promise<boolean> {
  const state = await loadDemo(db, files, passwords)
  if (state === 'rebuilt') {
    printLine(
      'The demo school was of another time of the year, or its pictures were missing: it was rebuilt.',
    )
  }
  const isDemo = state !== 'not a demo' && state !== 'off'
  if (isDemo) await loadDemoStaff(db, keys, passwords)
  return isDemo
}

/** Returns the port of a listener; `configured` may be 0, for any free port. */
function portOf(app: App | undefined, configured: number): number {
  const address = app?.app.server.address()
  return typeof address === 'object' && address ? address.port : configured
}

function printDemoAccounts(officeUrl: string | undefined): void {
  printLine(`Demo accounts (every password ${DEMO_PASSWORD}):`)
  for (const { email, is } of demoAccounts) printLine(`  ${email.padEnd(28)} ${is}`)
  if (officeUrl === undefined) return
  printLine(`Demo staff for ${officeUrl}, with the same password:`)
  for (const { email, name, role } of demoStaff)
    printLine(`  ${email.padEnd(28)} ${name}: ${roleNames[role]}`)
  printLine(`  Codes: npm run admin -- demo code, or an app of codes with the secret ${DEMO_TOTP_SECRET}`)
}

/** Prints the last lines of the start: the addresses, the demo's accounts, how to stop the server, what to read. */
async function reportStart(config: Config, { db }: Services, isDemo: boolean): Promise<void> {
  const isOutgrown = openedResources.cluster && !isDemo && (await db.$count(establishments)) > 0
  const [families, office] = openedResources.servers
  if (!isDemo && !config.smtpUrl)
    printLine('SMTP_URL is not set: no mail leaves, each is written to DATA_DIR/outbox')
  const url = localUrl(config.host, portOf(families, config.port))
  const officeUrl = office && (config.officeUrl ?? `http://localhost:${portOf(office, 0)}`)
  printLine(`Apoderados is listening on ${url}`)
  const withoutPages = existsSync(officeRoot) ? '' : ', without its pages, which are not built'
  if (officeUrl) printLine(`The school’s console is listening on ${officeUrl}${withoutPages}`)
  if (openedResources.cluster) printLine(`Embedded PostgreSQL in ${openedResources.cluster.folder}`)
  if (isOutgrown) printLine(TRIAL_WARNING)
  if (isDemo) printDemoAccounts(officeUrl)
  printLine(
    `Open ${config.publicUrl ?? url} in a browser. Ctrl-C stops the server; the next start keeps its data.`,
  )
  printLine(isDemo ? DEMO_NEXT_STEP : 'Next: docs/operations.md has what else running it for a school takes.')
}

/** Starts the metrics if METRICS_PORT is set; otherwise their modules are not imported. */
async function openMetrics(config: Config, services: Services): Promise<Metrics | undefined> {
  if (config.metricsPort === undefined) return undefined
  const { createMetrics } = await import('./metrics/metrics.ts')
  const metrics = createMetrics(services, config)
  const { listenForScrapes } = await import('./metrics/listener.ts')
  openedResources.scrapes = await listenForScrapes(config, metrics.text)
  return metrics
}

/** Starts the worker of the console's loads. Without an account for it, its modules, which parse files, are not imported. */
async function startLoads(
  services: Services,
  { log }: App['app'],
  config: Config,
): Promise<LoadQueue | undefined> {
  const { dataDir, scanCommand } = config
  const url = writerUrlOf(config)
  if (url === undefined) return undefined
  const { createLoadWorker } = await import('./jobs/loadWorker.ts')
  const worker = createLoadWorker(services, { url, dataDir, scanCommand })
  worker.start(log)
  openedResources.workers.push(worker)
  return { dataDir, wake: worker.wake }
}

/** The URL with the account that writes people and loads; undefined if this process has none. */
const writerUrlOf = (config: Config) =>
  config.databaseUrl ? config.loadsDatabaseUrl : openedResources.cluster?.url

/** Opens the database for what the console changes, which the server's own account may not. */
function openWriter(config: Config): Database | undefined {
  const url = writerUrlOf(config)
  if (url === undefined || config.officePort === undefined) return undefined
  const writer = openDatabase(url)
  openedResources.workers.push({ stop: () => writer.$client.end() })
  return writer
}

/** Starts the console's listener if it has a port; otherwise its modules are not imported. */
async function openOffice(
  config: Config,
  services: Services,
  metrics: Metrics | undefined,
  loads: LoadQueue | undefined,
): Promise<void> {
  const { officePort: port, host } = config
  if (port === undefined) return
  const { createOfficeApp } = await import('./office/officeApp.ts')
  const writer = openWriter(config)
  const options = {
    officeRoot: existsSync(officeRoot) ? officeRoot : undefined,
    metrics,
    loads,
    writer,
    log: output,
  }
  const publicUrl = familiesUrlOf(config)
  const office = await createOfficeApp(services, { ...config, publicUrl }, options)
  openedResources.servers.push(office)
  await office.listener.listen({ port, host })
}

async function start(limits: Limits): Promise<void> {
  const config = readConfig(process.env)
  const services = await openServices(config, limits)
  await recordSettings(config)
  const isDemo = !config.databaseUrl && (await prepareDemo(services))
  enterPhase('address')
  const metrics = await openMetrics(config, services)
  const options = { webRoot: existsSync(webRoot) ? webRoot : undefined, metrics, log: output }
  const families = await createApp(services, config, options)
  openedResources.servers.push(families)
  const { app } = families
  await families.listener.listen(config)
  await openOffice(config, services, metrics, await startLoads(services, app, config))
  const { mails, digests, pushes, notices, documentJobs, reads } = services
  mails.start(app.log)
  digests.start(app.log)
  notices.start(app.log)
  documentJobs.start(app.log)
  reads.start(app.log)
  void pushes.start(app.log)
  openedResources.workers.push(mails, digests, pushes, notices, documentJobs, reads)
  await reportStart(config, services, isDemo)
  if (config.databaseUrl) void warnWithoutStandby(services.db, app.log)
  const url = config.databaseUrl ?? (openedResources.cluster as Cluster).url
  openedResources.workers.push(startHousekeeping(services, { url, dataDir: config.dataDir }, app.log))
}

/** Signals within this time count as one: one Ctrl-C sends the server a signal from the terminal and one from npm. */
const SAME_SIGNAL_MS = 1_000
/** How long the end of a hanging start waits for the embedded PostgreSQL to have started or failed. */
const CLUSTER_START_WAIT_MS = databaseLimits.clusterStartMs + 10_000
const startAbandonment = Promise.withResolvers<'abandoned'>()

/** Ends a start that hangs: stops the embedded PostgreSQL, then exits. */
async function abandonStart(): Promise<void> {
  const clusterStarted = Promise.race([openedResources.clusterStart, delay(CLUSTER_START_WAIT_MS)])
  const cluster = await clusterStarted.catch(() => undefined)
  await cluster?.stop()
  process.exit(1)
}

/**
 * Stops in order: new connections are refused, responses close kept-alive connections, running calls finish, then the
 * database closes (R32). A start in progress ends at its next step. A second signal cuts running calls and abandons
 * a hanging start, but never interrupts the stop of the database.
 */
async function stop(code: number): Promise<void> {
  if (stopBeganAt > 0) {
    if (Date.now() - stopBeganAt <= SAME_SIGNAL_MS) return
    for (const { app } of openedResources.servers) app.server.closeAllConnections()
    if (openedResources.servers.length === 0) startAbandonment.resolve('abandoned')
    return
  }
  stopBeganAt = Date.now()
  const outcome = await Promise.race([
    openedResources.started?.catch(() => undefined),
    startAbandonment.promise,
  ])
  if (outcome === 'abandoned') return abandonStart()
  const { servers, scrapes, workers, db, cluster } = openedResources
  for (const { drain } of servers) drain.start()
  await Promise.all(servers.map(({ drain }) => drain.waitUntilQuiet()))
  await Promise.all(servers.map(({ drain }) => drain.close()))
  scrapes?.close()
  await Promise.all(workers.map((worker) => worker.stop()))
  await db?.$client.end()
  await cluster?.stop()
  process.exit(code)
}

/** Runs the server until a signal ends the process. */
export async function runServer(limits: Limits = productLimits): Promise<void> {
  openedResources.started = start(limits)
  process.on('SIGTERM', () => void stop(0))
  process.on('SIGINT', () => void stop(0))
  try {
    await openedResources.started
  } catch (error) {
    if (stopBeganAt === 0) {
      process.stderr.write(
        `Apoderados cannot start: ${explainStartError(error, phase, openedResources.clusterStart !== undefined)}\n`,
      )
      await stop(1)
    }
  }
}
