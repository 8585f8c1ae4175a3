import { expect, type Page } from '@playwright/test'
import { test } from '../support/support.ts'

const BYTES_PER_KB = 1000

/** Returns the compressed size of the scripts and styles that the page has loaded. */
const loadedBytes = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => /\.(js|css)$/.test(new URL(entry.name).pathname))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )

// The budgets are those of scripts/size.ts, with 4 KB for the toaster and the service worker's registration and, on Inicio,
// 4 KB for the card of today.
test('a first visit to /login loads at most 91 KB of code', { tag: '@short' }, async ({ page }) => {
  const lastFiles = [/Toaster-.*\.js/, /updates-.*\.js/].map((file) => page.waitForResponse(file))
  await page.goto('/login')
  for (const response of await Promise.all(lastFiles)) await response.finished()
  const bytes = await loadedBytes(page)
  expect(bytes).toBeGreaterThan(40 * BYTES_PER_KB)
  expect(bytes).toBeLessThanOrEqual(91 * BYTES_PER_KB)
})

test('a first visit to /app/inicio loads at most 132 KB of code', { tag: '@short' }, async ({
  page,
  signIn,
  browser,
  context,
}) => {
  await signIn()
  const fresh = await browser.newContext({ storageState: await context.storageState() })
  const freshPage = await fresh.newPage()
  await freshPage.goto(page.url(), { waitUntil: 'networkidle' })
  await expect(freshPage.locator('dl').first()).toBeVisible()
  const bytes = await loadedBytes(freshPage)
  expect(bytes).toBeGreaterThan(40 * BYTES_PER_KB)
  expect(bytes).toBeLessThanOrEqual(132 * BYTES_PER_KB)
  await fresh.close()
})
