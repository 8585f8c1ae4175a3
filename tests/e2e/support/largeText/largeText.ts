import type { Page } from '@playwright/test'
import { expect } from '../support.ts'
import { findUnreadable } from './findUnreadable.ts'

/** Sets the browser's own font size to twice its default of 16 px, as a parent does in its settings. */
export async function enlargeText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
}

/** Expects that all text of the page can be read and that every control is large enough to be tapped. */
export async function expectReadable(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(findUnreadable), { message: where }).toEqual([])
}
