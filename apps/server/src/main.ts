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
import { loadKeys } from './keys.ts'
import { createServices, type Services } from './services.ts'

const MS_PER_HOUR = 3_600_000
const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url))

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Everything that the start opened, closed in this order. */
const opened: { server?: App; db?: Database; cluster?: Cluster } = {}
let isStopping = false

/**
 * New visitors go elsewhere, calls under way end, then the database (R32). A second signal (Ctrl-C comes
 * twice, from the terminal and from npm) waits no longer for the calls, but still for the database.
 */
async function stop(code: number): Promise<void> {
  const { server, db, cluster } = opened
  const cutCalls = () => server?.app.server.closeAllConnections()
  if (isStopping) {
    cutCalls()
    return
  }
  isStopping = true
  server?.startDraining()
  const deadline = setTimeout(cutCalls, limits.drainMs)
  await server?.app.close()
  clearTimeout(deadline)
  await db?.$client.end()
  await cluster?.stop()
  process.exit(code)
}

async function openServices(config: Config): Promise<Services> {
  const keys = await loadKeys(config.secretKeys, config.dataDir)
  if (!config.databaseUrl) opened.cluster = await startCluster(config.dataDir)
  const db = openDatabase(config.databaseUrl ?? (opened.cluster as Cluster).url)
  opened.db = db
  await checkServer(db)
  await migrate(db)
  return createServices(db, keys, config.dataDir)
}

async function prepareDemo({ db, files, passwords }: Services): Promise<boolean> {
  const state = await loadDemo(db, files, passwords)
  if (state === 'rebuilt')
    say('The demo school was of another year, or its pictures were gone: it was built anew.')
  return state !== 'not a demo'
}

function tellAddress(config: Config, isDemo: boolean): void {
  const address = opened.server?.app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
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
  opened.server = await createApp(services, config, existsSync(webRoot) ? webRoot : undefined)
  const { app } = opened.server
  const cleanUp = () =>
    removeExpired(services.db).catch((error) => app.log.error({ code: error.code }, 'retention failed'))
  setInterval(cleanUp, MS_PER_HOUR).unref()
  await app.listen({ port: config.port, host: config.host })
  tellAddress(config, isDemo)
  await cleanUp()
}

const IN_ONE_LINE: Record<string, (error: NodeJS.ErrnoException) => string> = {
  EADDRINUSE: () => 'the port is taken: stop the other server or set PORT',
  EADDRNOTAVAIL: () => 'HOST is not an address of this machine',
  EACCES: (error) => `no permission for ${error.path ?? 'the port'}`,
  EPERM: (error) => `no permission for ${error.path ?? 'the port'}`,
  EROFS: (error) => `${error.path} is on a read-only disk`,
  ENOTDIR: (error) => `${error.path} is not a folder`,
  EEXIST: (error) => `${error.path} is not a folder`,
  ENOSPC: () => 'the disk is full',
  ECONNREFUSED: () => 'the database does not answer: check DATABASE_URL',
  ENOTFOUND: () => 'the database’s host is unknown: check DATABASE_URL',
  ETIMEDOUT: () => 'the database does not answer: check DATABASE_URL',
  '28P01': () => 'the database refuses the password: check DATABASE_URL',
  '28000': () => 'the database refuses this user: check DATABASE_URL',
  '3D000': () => 'the database does not exist: create it or check DATABASE_URL',
  '42501': () => 'the database user may not create tables: grant it the database',
}

/** One line for what an operator can mend; anything else keeps its stack, for whoever mends the code. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const cause = (error as Error).cause ?? error
  const { code } = cause as NodeJS.ErrnoException
  if (code && IN_ONE_LINE[code]) return IN_ONE_LINE[code](cause as NodeJS.ErrnoException)
  if (/timeout exceeded|Connection terminated/.test(String(cause)))
    return IN_ONE_LINE.ETIMEDOUT?.(cause as Error) ?? ''
  return (error as Error).stack ?? String(error)
}

process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => void stop(0))
try {
  await start()
} catch (error) {
  process.stderr.write(`Apoderados cannot start: ${explain(error)}\n`)
  await stop(1)
}
