import type { Page } from '@playwright/test'
import { test as base } from './support.ts'
import { startTcpProxy } from './tcpProxy.ts'

type Line = Awaited<ReturnType<typeof startTcpProxy>>

type Fixtures = {
  line: Line
  /** Signed in and at rest at a page that the worker keeps: what happens to the line from then on meets the app whole. */
  enterKept: (path: string) => Promise<void>
}

/** Every test has a line of its own to the server, which it may make as bad as it likes. */
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
 * Until the worker keeps the whole build and answers for this page. It never answers for a page that was asked for
 * before it ran and came after: whoever goes on to another page waits first.
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
