import type { Page } from '@playwright/test'
import { expectClean } from '../support/axe.ts'
import { enlargeText } from '../support/largeText/largeText.ts'
import { expect, test } from '../support/support.ts'
import { signInStaff } from './staff.ts'

/** Every screen of a director below the school's address, with what must be there before it is judged. */
const screens = [
  { path: 'hoy', shows: 'Datos al día' },
  { path: 'carga', shows: 'Historial' },
  { path: 'personas', shows: 'Cursos' },
  { path: 'registro', shows: /\d movimientos?$/ },
  { path: 'ajustes', shows: 'Cuentas y vínculos' },
  { path: 'cuenta', shows: /^Quedan \d+ de 10$/ },
]
const sizes = [
  { width: 768, height: 1024 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]
const themes = ['light', 'dark'] as const

/** Expects that no part of the page is wider than the window. */
async function expectToFit(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, where).toBeLessThanOrEqual(0)
}

test('every screen of the console is accessible in both themes, at each width and with text of 200 %', async ({
  page,
}) => {
  test.setTimeout(900_000)
  await signInStaff(page, 'direccion@example.com')
  const school = page.url().replace(/\/hoy.*/, '')
  for (const { path, shows } of screens) {
    await page.goto(`${school}/${path}`)
    await expect(page.getByText(shows).first()).toBeVisible()
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const size of sizes) {
        await page.setViewportSize(size)
        await expectClean(page, `${path}, ${colorScheme}, ${size.width}`)
        await expectToFit(page, `${path}, ${size.width}`)
      }
      await page.setViewportSize({ width: 1366, height: 768 })
      await enlargeText(page, '200%')
      await expectClean(page, `${path}, ${colorScheme}, text of 200 %`)
      await expectToFit(page, `${path}, text of 200 %`)
      await enlargeText(page, '100%')
    }
  }
})
