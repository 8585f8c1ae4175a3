import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type App, createApp } from './app.ts'
import { type Config, ConfigError, limits, readConfig } from './config.ts'
import { type Cluster, startCluster } from './db/cluster.ts'
import { DEMO_PASSWORD, demoAccounts } from './db/demo/families.ts'
import { loadDemo } from './db/demo/load.ts'
import { migrate } from './db/migrate.ts'
import { checkServer, type Database, openDatabase } from './db/open.ts'
import { removeExpired } from './db/retention.ts'
import { noteSigningKey } from './db/signingKeys.ts'
import { createOrphanRemoval } from './db/storedFiles.ts'
import { StorageAway } from './errors.ts'
import { loadKeys } from './keys.ts'
import { emptyOutbox } from './mail/delivery.ts'
import type { MailWorker } from './mail/worker.ts'
import { createServices, type Services } from './services.ts'

const MS_PER_HOUR = 3_600_000
const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url))

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What the start has opened so far, and what it is at: an error then is told as one of that. */
const opened: { server?: App; mails?: MailWorker; db?: Database; cluster?: Cluster } = {}
let phase: 'settings' | 'database' | 'address' = 'settings'

class Stopped extends Error {}
let stoppedAt = 0

/** Called between the steps of the start, so that a signal meanwhile ends it. */
function goOn(next: typeof phase): void {
  if (stoppedAt > 0) throw new Stopped()
  phase = next
}

async function openServices(config: Config): Promise<Services> {
  if (!config.databaseUrl) opened.cluster = await startCluster(config.dataDir)
  goOn('settings')
  const keys = await loadKeys(config.secretKeys, config.dataDir)
  goOn('database')
  const url = config.databaseUrl ?? (opened.cluster as Cluster).url
  const db = openDatabase(url)
  opened.db = db
  await checkServer(db)
  goOn('database')
  await migrate(url, config.dataDir)
  await noteSigningKey(db, keys)
  goOn('database')
  const tellMail = (path: string) => say(`A mail was written to ${path}`)
  const services = await createServices(db, keys, config, config.databaseUrl ? undefined : tellMail)
  goOn('settings')
  await services.files.prepare()
  goOn('database')
  return services
}

async function prepareDemo({ db, files, passwords }: Services): Promise<boolean> {
  const state = await loadDemo(db, files, passwords)
  if (state === 'rebuilt') {
    say('The demo school was of another time of the year, or its pictures were gone: it was built anew.')
  }
  return state !== 'not a demo' && state !== 'off'
}

function tellAddress(config: Config, isDemo: boolean): void {
  const address = opened.server?.app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  if (!isDemo && !config.smtpUrl)
    say('SMTP_URL is not set: no mail leaves, each is written to DATA_DIR/outbox')
  say(`Apoderados is listening on http://${host.includes(':') ? `[${host}]` : host}:${port}`)
  if (opened.cluster) say(`Embedded PostgreSQL in ${opened.cluster.folder}`)
  if (!isDemo) return
  say(`Demo accounts (every password ${DEMO_PASSWORD}):`)
  for (const { email, is } of demoAccounts) say(`  ${email.padEnd(28)} ${is}`)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const services = await openServices(config)
  const isDemo = !config.databaseUrl && (await prepareDemo(services))
  goOn('address')
  opened.server = await createApp(services, config, existsSync(webRoot) ? webRoot : undefined)
  const { app } = opened.server
  const removeOrphans = createOrphanRemoval(services.db, services.files)
  const removeOld = async () => {
    await removeExpired(services.db)
    await emptyOutbox(config.dataDir)
  }
  const removeUnnamed = async () => {
    const { orphans, stored, areTooMany } = await removeOrphans()
    if (areTooMany) app.log.warn({ orphans, stored }, 'most stored files belong to nothing: none was removed')
  }
  const logged = (job: () => Promise<void>) =>
    job().catch(({ code }) => app.log.error({ code }, 'retention failed'))
  setInterval(() => logged(removeOld).then(() => logged(removeUnnamed)), MS_PER_HOUR).unref()
  await app.listen({ port: config.port, host: config.host })
  services.mails.start(app.log)
  opened.mails = services.mails
  tellAddress(config, isDemo)
  await logged(removeOld)
}

/** By the system's code, while settings are read and the address is taken. */
const IN_ONE_LINE: Record<string, (error: NodeJS.ErrnoException) => string> = {
  EADDRINUSE: () => 'the port is taken: stop the other server or set PORT',
  EADDRNOTAVAIL: () => 'HOST is not an address of this machine',
  EACCES: (error) => `no permission for ${error.path ?? 'the port'}`,
  EPERM: (error) => `no permission for ${error.path ?? 'the port'}`,
  EROFS: (error) => `${error.path} is on a read-only disk`,
  ENOTDIR: (error) => `${error.path} is not a folder`,
  EEXIST: (error) => `${error.path} is not a folder`,
  ENOSPC: () => 'the disk is full',
  ENOTFOUND: () => 'HOST is not an address of this machine',
}
const DATABASE_IN_ONE_LINE: Record<string, string> = {
  ECONNREFUSED: 'the database does not answer',
  ETIMEDOUT: 'the database does not answer',
  ENOTFOUND: 'the database’s host is unknown',
  EAI_AGAIN: 'the database’s host is unknown',
  '28P01': 'the database refuses the password',
  '28000': 'the database refuses this user',
  '3D000': 'the database does not exist',
  '42501': 'the database user may not create tables',
}

/** One line for what an operator can mend; anything else keeps its stack, for whoever mends the code. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof StorageAway) return `${error.message}: check STORAGE_URL`
  const cause = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  const { code = '' } = cause
  if (phase === 'database') {
    const [firstLine] = cause.message.split('\n')
    return `${DATABASE_IN_ONE_LINE[code] ?? `the database: ${firstLine}`}: check DATABASE_URL`
  }
  return IN_ONE_LINE[code]?.(cause) ?? cause.stack ?? String(cause)
}

/** A signal that comes twice within this time is one: Ctrl-C reaches us from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000

/**
 * New visitors go elsewhere, calls under way end, then the database (R32). A start under way ends first at
 * its next step. Asking again cuts the calls that are still under way, never the database's own stop.
 */
async function stop(code: number): Promise<void> {
  const cutCalls = () => opened.server?.app.server.closeAllConnections()
  if (stoppedAt > 0) {
    if (Date.now() - stoppedAt > SAME_SIGNAL_MS) cutCalls()
    return
  }
  stoppedAt = Date.now()
  await starting.catch(() => undefined)
  const { server, mails, db, cluster } = opened
  server?.startDraining()
  const deadline = setTimeout(cutCalls, limits.drainMs)
  await server?.app.close()
  clearTimeout(deadline)
  await mails?.stop()
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
    process.stderr.write(`Apoderados cannot start: ${explain(error)}\n`)
    await stop(1)
  }
}
