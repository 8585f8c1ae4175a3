import { cpSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parents } from '@apoderados/core/db/tables/people'
import { NATIVE_ORIGINS } from '@apoderados/server/config'
import { loadDemo } from '@apoderados/server/demo/loadDemo'
import { openSessions } from '@apoderados/tests-support/environment/database.ts'
import { type Browser, chromium } from '@playwright/test'
import { chromiumOptions, noSignalHandlers } from '../../support/chromium.ts'
import { openServer } from '../../support/ownServer.ts'
import { newFolder, onCleanup, throwIfAborted } from '../../support/suite.ts'

export const CAROLINA = 'apoderada@example.com'
/** An allowed origin beside those of the native apps; no server exists there. */
export const WEB_ORIGIN = 'https://app.example.com'

export type WebVerdict = { isGood: boolean; summary: string; faults: string[] }
/** Makes the verdict of a part of the suite. The summary of a failed one ends with the number of faults. */
export const verdictOf = (faults: string[], summary: string): WebVerdict => ({
  isGood: faults.length === 0,
  summary: faults.length > 0 ? `${summary}: ${faults.length} faults` : summary,
  faults,
})

/** Starts an HTTP server on a free port, and returns the port. */
export async function serveHttp(response: RequestListener, host = '127.0.0.1'): Promise<number> {
  const server = createServer(response).listen(0, host)
  await new Promise((resolve) => server.once('listening', resolve))
  onCleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Starts a Chromium that resolves no host name but localhost, so that it sends no request to the outside. */
export async function launchChromium(): Promise<Browser> {
  const options = chromiumOptions()
  const browser = await chromium.launch({
    ...options,
    ...noSignalHandlers,
    args: [
      ...(options.args ?? []),
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
  onCleanup(() => browser.close())
  return browser
}

/** Starts a server with the demo school that serves the built web app, and a browser. */
export async function prepareEnvironment() {
  const folder = newFolder('sec-web')
  const webRoot = join(folder, 'dist')
  // A copy, because a build during the run would remove these files.
  cpSync(join(import.meta.dirname, '../../../apps/web/dist'), webRoot, { recursive: true })
  const server = await openServer({
    webRoot,
    corsOrigins: [...NATIVE_ORIGINS, WEB_ORIGIN],
    trustProxy: ['127.0.0.1'],
  })
  const { db, services, app } = server
  await loadDemo(db, services.files, services.passwords)
  throwIfAborted()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const all = await db.select({ id: parents.id, email: parents.email }).from(parents)
  const idOf = (email: string) => all.find((parent) => parent.email === email)?.id as number
  return {
    ...server,
    folder,
    webRoot,
    port,
    url: `http://127.0.0.1:${port}`,
    browser: await launchChromium(),
    /** Opens `count` sessions of `email`, each with its own rate limit, and returns their tokens. */
    tokensOf: (count: number, email = CAROLINA) => openSessions(services, idOf(email), count),
  }
}

export type WebTestEnvironment = Awaited<ReturnType<typeof prepareEnvironment>>
