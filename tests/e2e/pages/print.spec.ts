import type { Page } from '@playwright/test'
import { dataPages, desktop, expect, openPage, phone, test } from '../support/support.ts'

const printHeading = (page: Page) => page.locator('.print-heading')

/** Shows the page as on paper. Its print styles load once the page is idle. */
async function emulatePrint(page: Page): Promise<void> {
  await expect(printHeading(page)).toBeAttached()
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
}

async function expectCleanSheet(page: Page): Promise<void> {
  await expect(printHeading(page)).toContainText('Martina Antonia Sepúlveda Muñoz')
  await expect(printHeading(page)).toContainText('5° Básico A')
  await expect(printHeading(page)).toContainText(/ de \d{4} · Informativo, no es certificado$/)
  await expect(printHeading(page)).toHaveCSS('color', 'rgb(28, 26, 39)')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  for (const name of ['Menú principal', 'Accesos'])
    await expect(page.getByRole('navigation', { name })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Estudiantes' })).toBeHidden()
  await expect(page.locator(':is(.skip-link, .student-bar, input):visible')).toHaveCount(0)
  // A row, a day and the chosen tab are data; all other buttons are hidden on paper.
  const buttons = page.locator('button:visible:not(li > button, td button, [role="tab"])')
  await expect(buttons).toHaveCount(0)
}

for (const viewport of [phone, desktop]) {
  test(`every page of a student prints without controls at ${viewport.width}`, async ({ page, enter }) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: 'dark' })
    await enter('/app/inicio')
    for (const path of dataPages) {
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
      await openPage(page, path)
      await emulatePrint(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(28, 26, 39)')
      await expectCleanSheet(page)
    }
  })

  test(`an open subject prints alone at ${viewport.width}`, async ({ page, enter }) => {
    await page.setViewportSize(viewport)
    await enter('/app/calificaciones')
    await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await emulatePrint(page)
    await expect(dialog.locator('.print-heading')).toBeVisible()
    await expectCleanSheet(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
    await expect(dialog.getByRole('listitem').first()).toBeVisible()
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: 'screen' })
    await expect(printHeading(page)).toBeHidden()
    await expect(dialog).toBeVisible()
  })
}

test('content that fits on a sheet takes one', async ({ page, enter }) => {
  await enter('/app/asistencia')
  await expect(printHeading(page)).toBeAttached()
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
