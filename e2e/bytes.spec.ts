import { expect, test } from './support.ts'

const KB = 1000
type Page = import('@playwright/test').Page

/** What scripts and styles weighed on the wire since the page was opened. */
const loadedBytes = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => /\.(js|css)$/.test(new URL(entry.name).pathname))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )

test('a first visit to /login loads at most 85 KB of code', async ({ page }) => {
  await page.goto('/login', { waitUntil: 'networkidle' })
  const bytes = await loadedBytes(page)
  expect(bytes).toBeGreaterThan(40 * KB)
  expect(bytes).toBeLessThanOrEqual(85 * KB)
})

test('a first visit to /app/inicio loads at most 95 KB of code', async ({
  page,
  signIn,
  browser,
  context,
}) => {
  await signIn()
  const fresh = await browser.newContext({ storageState: await context.storageState() })
  const other = await fresh.newPage()
  await other.goto(page.url(), { waitUntil: 'networkidle' })
  await expect(other.locator('dl').first()).toBeVisible()
  const bytes = await loadedBytes(other)
  expect(bytes).toBeGreaterThan(40 * KB)
  expect(bytes).toBeLessThanOrEqual(95 * KB)
  await fresh.close()
})
