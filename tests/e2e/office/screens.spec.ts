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
  { path: 'personas/1', shows: 'Apoderados y vínculos' },
  { path: 'justificaciones', shows: 'Por decidir' },
  { path: 'comunicados', shows: 'Borradores' },
  { path: 'registro', shows: /\d movimientos?$/ },
  { path: 'ajustes', shows: 'Cuentas y vínculos' },
  { path: 'cuenta', shows: /^Quedan \d+ de 10$/ },
]
/** What the buttons of these screens open. */
const dialogs = [
  { path: 'personas/1', button: 'Corregir datos' },
  { path: 'personas/1', button: 'Agregar apoderado' },
  { path: 'ajustes', button: 'Agregar' },
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

test('the dialogs of the console and a new notice are accessible in both themes', async ({ page }) => {
  test.setTimeout(600_000)
  await page.setViewportSize({ width: 1366, height: 768 })
  await signInStaff(page, 'direccion@example.com')
  const school = page.url().replace(/\/hoy.*/, '')
  const expectCleanInThemes = async (where: string) => {
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectClean(page, `${where}, ${colorScheme}`)
    }
  }
  for (const { path, button } of dialogs) {
    await page.goto(`${school}/${path}`)
    await page.getByRole('button', { name: button, exact: true }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectCleanInThemes(button)
  }
  await page.goto(`${school}/comunicados`)
  await page.getByRole('button', { name: 'Nuevo comunicado' }).click()
  await expect(page.getByLabel('Mensaje')).toBeVisible()
  await expectCleanInThemes('a new notice')
  await page.getByRole('button', { name: 'Descartar' }).click()
})
