import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { desktop, expect, phone } from './support.ts'

const variantsOf = (colorScheme: 'light' | 'dark', sizes: (typeof phone)[]) =>
  sizes.map((viewport) => ({ colorScheme, viewport, name: `${colorScheme} ${viewport.width}` }))

/** The light and the dark theme, each at the sizes of a phone and of a desktop. */
export const screenVariants = [
  ...variantsOf('light', [phone, desktop]),
  ...variantsOf('dark', [phone, desktop]),
]

export async function setTheme(
  page: Page,
  { colorScheme, viewport }: (typeof screenVariants)[number],
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize(viewport)
}

/**
 * Makes the window so tall that nothing has to be scrolled: axe counts a row as too small a target when the bar of
 * shortcuts or the end of a dialog covers most of it, which depends on the height of the rows above it.
 */
async function showWholePage(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? phone.width
  const height = await page.evaluate(() => {
    const scrollers = [...document.querySelectorAll('dialog[open] *')].filter((element) =>
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowY),
    )
    const hidden = scrollers.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    // A dialog takes only a part of the window's height, so the window grows by more than what the dialog hides.
    return Math.max(innerHeight, document.documentElement.scrollHeight) + 2 * Math.max(0, ...hidden)
  })
  await page.setViewportSize({ width, height })
}

/** Expects that axe reports nothing on the page; `where` describes the page in a failure. */
export async function expectClean(page: Page, where: string): Promise<void> {
  const viewport = page.viewportSize()
  await showWholePage(page)
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode() // the default mode opens a blank page to support frames, which the app does not use
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
  if (viewport) await page.setViewportSize(viewport)
  expect(faults, where).toEqual([])
}
