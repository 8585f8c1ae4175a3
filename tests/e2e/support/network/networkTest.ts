import type { Page } from '@playwright/test'
import { test as base } from '../support.ts'
import { startTcpProxy } from './tcpProxy.ts'

type Line = Awaited<ReturnType<typeof startTcpProxy>>

type Fixtures = {
  line: Line
  /** Signs in and waits at a page that the service worker has cached, before the network degrades. */
  enterKept: (path: string) => Promise<void>
}

/** Gives each test its own TCP proxy to the server, to degrade as it needs. */
export const test = base.extend<Fixtures>({
  line: async ({ serverUrl }, use) => {
    const line = await startTcpProxy(serverUrl)
    await use(line)
    await line.stop()
  },
  baseURL: async ({ line }, use) => use(line.url),
  enterKept: async ({ page, enter }, use) => {
    await use(async (path) => {
      await enter(path)
      await workerReady(page)
      await page.waitForLoadState('networkidle')
    })
  },
})

/**
 * Waits until the service worker has cached the build and controls this page. It never controls a page that was
 * requested before it was active: call this before a navigation.
 */
export const workerReady = (page: Page) =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (serviceWorker.controller) return
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
