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

/** Axe finds nothing on the page as it stands; `where` names it in a failure. */
export async function expectClean(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode() // a page of its own for each variant is for frames, which the app has none of
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
  expect(found, where).toEqual([])
}
