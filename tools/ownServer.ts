import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../apps/server/src/app.ts'
import { startCluster } from '../apps/server/src/db/cluster.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { loadKeys } from '../apps/server/src/keys.ts'
import { createServices } from '../apps/server/src/services.ts'

const stopping = new AbortController()
/** Ends a suite between two steps, once it was asked to stop. */
export const goOn = (): void => stopping.signal.throwIfAborted()
/** What undoes the start, last one first. */
const undo: (() => unknown)[] = []
export const undoneBy = (...steps: (() => unknown)[]): void => void undo.push(...steps)

type Settings = { trustProxy?: string[]; logLevel?: string }

/** A server with a database, keys and files of its own, all of them empty; not listening yet. */
export async function openServer({ trustProxy = [], logLevel = 'silent' }: Settings = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'apoderados-suite-'))
  undoneBy(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o711)
  const cluster = await startCluster(dataDir)
  undoneBy(() => rm(cluster.folder, { recursive: true, force: true }), cluster.stop)
  goOn()
  const db = openDatabase(cluster.url)
  undoneBy(() => db.$client.end())
  await migrate(cluster.url, dataDir)
  const keys = await loadKeys(undefined, dataDir)
  const mailFrom = { name: 'Apoderados', address: 'no-responder@example.com' }
  const services = await createServices(db, keys, { dataDir, smtpUrl: undefined, mailFrom })
  goOn()
  const { app } = await createApp(services, { trustProxy, corsOrigins: [], logLevel })
  undoneBy(() => app.close())
  return { app, db, keys, services }
}

/** Runs a suite to its verdict: the exit status says whether it passed, and nothing of it is left behind. */
export async function runSuite(name: string, suite: () => Promise<boolean>): Promise<void> {
  // Ends between two steps; asked again meanwhile it does so no faster, as the database must stop first.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
  try {
    process.exitCode = (await suite()) ? 0 : 1
  } catch (error) {
    console.error(stopping.signal.aborted ? `${name} was stopped` : error)
    process.exitCode = 1
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

/** @throws for anything but a whole number from `min` on */
export function wholeNumber(flag: string, text: string, min = 1): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < min)
    throw new Error(`--${flag} must be a whole number from ${min} on`)
  return value
}
