import { rm } from 'node:fs/promises'
import { openDatabase } from '@apoderados/core/db/client/open'
import { startCluster } from '@apoderados/core/db/embedded/cluster'
import { migrate } from '@apoderados/core/db/schema/migrate'
import { loadKeys } from '@apoderados/core/secrets/keys'
import { createApp } from '@apoderados/server/app'
import { createServices } from '@apoderados/server/services'
import { newFolder, onCleanup, throwIfAborted } from './suite.ts'

type Settings = {
  trustProxy?: string[]
  corsOrigins?: string[]
  logLevel?: string
  /** The folder of the built web app; undefined serves the API alone. */
  webRoot?: string | undefined
}

/** Creates a server with an empty database, new keys and no files; it does not listen yet. */
export async function openServer(settings: Settings = {}) {
  const { trustProxy = [], corsOrigins = [], logLevel = 'silent', webRoot } = settings
  const dataDir = newFolder('suite')
  const cluster = await startCluster(dataDir)
  onCleanup(() => rm(cluster.folder, { recursive: true, force: true }), cluster.stop)
  throwIfAborted()
  const db = openDatabase(cluster.url)
  onCleanup(() => db.$client.end())
  await migrate(cluster.url)
  const keys = await loadKeys(undefined, dataDir)
  const mailFrom = { name: 'Apoderados', address: 'no-responder@example.com' }
  const services = await createServices(db, keys, {
    dataDir,
    smtpUrl: undefined,
    mailFrom,
    publicUrl: 'https://app.colegio.cl', // to which passkeys are bound,
  })
  throwIfAborted()
  const { app } = await createApp(services, { trustProxy, corsOrigins, logLevel }, { webRoot })
  onCleanup(() => app.close())
  return { app, db, keys, services }
}
