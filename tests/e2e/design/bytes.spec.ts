import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../support/support.ts'

const BYTES_PER_KB = 1000
type Page = import('@playwright/test').Page

/**
 * Parts of the addresses of files that load once the page is idle: for the service worker, for printing, for the bell
 * of the news, and for the page that a parent is likely to open next, which the app loads in advance.
 */
const IDLE_FILES = ['/versions-', '/notices-', '/news-', '/grades-', '/parts-']

/**
 * Returns the compressed size of the scripts and styles that the page has loaded, without IDLE_FILES and the files
 * whose paths end in one of `without`.
 */
const loadedBytes = (page: Page, without: string[] = []) =>
  page.evaluate(
    ([later, excluded]) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => /\.(js|css)$/.test(new URL(entry.name).pathname))
        .filter((entry) => !later.some((file) => entry.name.includes(file)))
        .filter((entry) => !excluded.some((file) => entry.name.endsWith(file)))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    [IDLE_FILES, without] as const,
  )

test('a first visit to /login loads at most 85 KB of code', { tag: '@short' }, async ({ page }) => {
  await page.goto('/login', { waitUntil: 'networkidle' })
  const bytes = await loadedBytes(page)
  expect(bytes).toBeGreaterThan(40 * BYTES_PER_KB)
  expect(bytes).toBeLessThanOrEqual(85 * BYTES_PER_KB)
})

/** Returns the files that Inicio loads only for the card of today. */
function cardFiles(): string[] {
  const dist = join(import.meta.dirname, '../../../apps/web/dist')
  type Chunk = { file: string; name?: string; css?: string[]; imports?: string[] }
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const filesOf = (key: string, seen = new Set<string>()): Set<string> => {
    const chunk = manifest[key]
    if (!chunk || seen.has(chunk.file)) return seen
    for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file)
    for (const imported of chunk.imports ?? []) filesOf(imported, seen)
    return seen
  }
  const keyOf = (name: string) => Object.keys(manifest).find((key) => manifest[key]?.name === name) ?? ''
  const framed = filesOf(keyOf('frame'))
  return [...filesOf(keyOf('today'))].filter((file) => !framed.has(file))
}

test('a first visit to /app/inicio loads at most 95 KB of code, and 22 more for the card of today', {
  tag: '@short',
}, async ({ page, signIn, browser, context }) => {
  await signIn()
  const fresh = await browser.newContext({ storageState: await context.storageState() })
  const freshPage = await fresh.newPage()
  await freshPage.goto(page.url(), { waitUntil: 'networkidle' })
  await expect(freshPage.locator('dl').first()).toBeVisible()
  const cardPaths = cardFiles()
  expect(cardPaths.length).toBeGreaterThan(1)
  const bytesOfCard = async () => (await loadedBytes(freshPage)) - (await loadedBytes(freshPage, cardPaths))
  await expect.poll(bytesOfCard).toBeGreaterThan(0)
  await freshPage.waitForLoadState('networkidle')
  expect(await bytesOfCard()).toBeLessThanOrEqual(22 * BYTES_PER_KB)
  const bytesWithoutCard = await loadedBytes(freshPage, cardPaths)
  expect(bytesWithoutCard).toBeGreaterThan(40 * BYTES_PER_KB)
  expect(bytesWithoutCard).toBeLessThanOrEqual(95 * BYTES_PER_KB)
  await fresh.close()
})
