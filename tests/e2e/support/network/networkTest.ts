import type { Page } from '@playwright/test'
import { test as base } from '../support.ts'
import { startTcpProxy } from './tcpProxy.ts'

type Line = Awaited<ReturnType<typeof startTcpProxy>>

type Fixtures = {
  line: Line
  /** Signs in and waits until the device has every file of the app, before the network degrades. */
  enterWithCachedApp: (path: string) => Promise<void>
}

/** Gives each test its own TCP proxy to the server, `line`, whose connections the test can degrade. */
export const test = base.extend<Fixtures>({
  line: async ({ serverUrl }, use) => {
    const line = await startTcpProxy(serverUrl)
    await use(line)
    await line.stop()
  },
  baseURL: async ({ line }, use) => use(line.url),
  enterWithCachedApp: async ({ page, enter }, use) => {
    await use(async (path) => {
      await enter(path)
      await waitForWorker(page)
      await page.waitForLoadState('networkidle')
    })
  },
})

/**
 * Waits until the service worker has cached every file of the app and controls this page. The worker answers only later
 * navigations, not the one that loaded this page.
 */
export const waitForWorker = (page: Page) =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (serviceWorker.controller) return
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
