import type { Page } from '@playwright/test'
import { expect } from '../support.ts'
import { findUnreadable } from './findUnreadable.ts'

const FONT_SIZES_PX = { '100%': 16, '112%': 18, '150%': 24, '200%': 32 }

/** Sets the browser's own font size, as a parent does in its settings. */
export async function enlargeText(page: Page, size: keyof typeof FONT_SIZES_PX = '200%'): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: FONT_SIZES_PX[size] } })
}

/** Expects that all text of the page can be read and that every control is large enough to be tapped. */
export async function expectReadable(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(findUnreadable), { message: where }).toEqual([])
}
