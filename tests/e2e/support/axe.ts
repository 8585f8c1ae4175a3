import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { desktop, expect, phone } from './support.ts'

const ofTheme = (colorScheme: 'light' | 'dark', sizes: (typeof phone)[]) =>
  sizes.map((viewport) => ({ colorScheme, viewport, name: `${colorScheme} ${viewport.width}` }))

/** Both themes at both sizes. */
export const variants = [...ofTheme('light', [phone, desktop]), ...ofTheme('dark', [phone, desktop])]

export async function setTheme(
  page: Page,
  { colorScheme, viewport }: (typeof variants)[number],
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize(viewport)
}

/**
 * Makes the window as tall as the page: axe counts a row as too small a target when the bar of shortcuts covers most of it,
 * which depends on how tall the rows above it are.
 */
async function showWholePage(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? phone.width
  const height = await page.evaluate(() => Math.max(innerHeight, document.documentElement.scrollHeight))
  await page.setViewportSize({ width, height })
}

/** Axe finds nothing on the page; `where` names it in a failure. */
export async function expectClean(page: Page, where: string): Promise<void> {
  const viewport = page.viewportSize()
  await showWholePage(page)
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode() // a page of its own for each variant is for frames, which the app has none of
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
  if (viewport) await page.setViewportSize(viewport)
  expect(found, where).toEqual([])
}
