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
      await waitForCachedApp(page)
      await page.waitForLoadState('networkidle')
    })
  },
})

/** Waits until the device has every file of the app, which it fetches while the page of a signed-in parent is idle. */
export async function waitForCachedApp(page: Page): Promise<void> {
  await waitForWorker(page)
  const missing = () =>
    page.evaluate(async () => {
      const { start, rest } = await (await fetch('/app-files.json')).json()
      const found = await Promise.all([...start, ...rest].map((file) => caches.match(`/${file}`)))
      return found.filter((answer) => answer === undefined).length
    })
  await base.expect.poll(missing).toBe(0)
}

/**
 * Waits until the service worker has cached the sign-in page and controls this page. The worker answers only later
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
