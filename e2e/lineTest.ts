import type { Page } from '@playwright/test'
import { test as base } from './support.ts'
import { startTcpProxy } from './tcpProxy.ts'

type Line = Awaited<ReturnType<typeof startTcpProxy>>

/** Every test has a line of its own to the server, which it may make as bad as it likes. */
export const test = base.extend<{ line: Line }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for here
  line: async ({}, use) => {
    const line = await startTcpProxy(process.env.E2E_URL ?? '')
    await use(line)
    await line.stop()
  },
  baseURL: async ({ line }, use) => use(line.url),
})

/** Until the worker keeps the whole build and answers for this page. */
export const workerReady = (page: Page) =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (serviceWorker.controller) return
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
