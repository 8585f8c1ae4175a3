import { DEMO_TOTP_SECRET } from '@apoderados/school-data/demo/staff'
import { codeOf } from '@apoderados/server/office/auth/totp'
import type { Page } from '@playwright/test'
import { expectClean, screenVariants, setTheme } from '../support/axe.ts'
import { CAROLINA, expect, PASSWORD, test } from '../support/support.ts'

const OFFICE = process.env.E2E_OFFICE_URL ?? '' // set by startServer

async function signInSecretary(page: Page): Promise<void> {
  await page.goto(OFFICE)
  await page.getByLabel('Correo electrónico').fill('secretaria@example.com')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('Código de 6 cifras').fill(await codeOf(DEMO_TOTP_SECRET))
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Buen[oa]s / })).toBeVisible()
}

/** Expects that axe reports nothing in either theme, on a desktop and on a phone; `isOffice` for the console's width. */
async function expectCleanInThemes(page: Page, where: string, isOffice: boolean): Promise<void> {
  for (const variant of screenVariants) {
    if (isOffice && variant.viewport.width < 768) continue
    const viewport = isOffice ? { width: 1366, height: 768 } : variant.viewport
    await setTheme(page, { ...variant, viewport })
    await expectClean(page, `${where}, ${variant.name}`)
  }
}

test('a secretary sends a notice with receipt, a parent confirms it, and the console counts it', async ({
  browser,
  page,
  enter,
}) => {
  const office = await (await browser.newContext()).newPage()
  await office.setViewportSize({ width: 1366, height: 768 })
  await enter('/app/inicio', CAROLINA)
  await signInSecretary(office)

  await office.getByRole('link', { name: 'Comunicados' }).click()
  await office.getByRole('button', { name: 'Nuevo comunicado' }).click()
  await office.getByPlaceholder('Agregar curso').fill('5° Básico A')
  await office.getByRole('option', { name: '5° Básico A' }).click()
  await office.getByLabel('Título').fill('Reunión de apoderados')
  await office
    .getByLabel('Mensaje')
    .fill(
      'Estimadas familias:\n\n- Jueves a las 18:30\n- Más en [el sitio](https://colegio.example.com/temario)',
    )
  await office.locator('input[type=file]').setInputFiles({
    name: 'temario.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  })
  await expect(office.getByText('temario.pdf').first()).toBeVisible()
  await office.getByLabel("Pedir 'Acuso recibo'").check()
  await expect(office.getByText(/^\d+ estudiantes, \d+ apoderados: /)).toBeVisible()
  const preview = office.getByRole('complementary', { name: 'Vista previa' })
  await expect(preview.getByRole('link', { name: 'el sitio' })).toBeVisible()
  await expect(preview.getByText('Acuso recibo')).toBeVisible()
  await expect(office.getByText(/^Borrador guardado a las/)).toBeVisible()
  await expectCleanInThemes(office, 'the draft', true)
  await office.getByRole('button', { name: 'Enviar', exact: true }).click()
  const panel = office.getByRole('region', { name: 'Comunicado elegido' })
  await expect(panel.getByText(/^0 de \d+ familias acusaron recibo$/)).toBeVisible()
  await expectCleanInThemes(office, 'the list', true)

  // The open app learns of it when the parent returns to it.
  await page.reload()
  const card = page
    .getByRole('region', { name: 'Comunicados' })
    .getByRole('button', { name: /Reunión de apoderados/ })
  await expect(card).toBeVisible()
  await expectCleanInThemes(page, 'Inicio with a notice', false)
  await card.click()
  const sheet = page.getByRole('dialog', { name: 'Reunión de apoderados' })
  await expect(sheet.getByRole('link', { name: 'el sitio' })).toHaveAttribute('rel', 'noreferrer')
  await expect(page).toHaveURL(/\?comunicado=\d+$/)
  await expectCleanInThemes(page, 'the notice', false)
  await page.context().setOffline(true)
  await expect(sheet.getByRole('button', { name: 'Necesita conexión' })).toBeDisabled()
  await page.context().setOffline(false)
  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: /temario\.pdf/ }).click()
  expect((await download).suggestedFilename()).toBe('temario.pdf')
  await sheet.getByRole('button', { name: 'Acuso recibo' }).click()
  await expect(sheet.getByText(/^Recibido el \d+ de \w+, \d\d:\d\d$/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Cerrar' }).click()
  await expect(card).toHaveCount(0)

  await office.reload()
  await expect(panel.getByText(/^1 de \d+ familias acusaron recibo$/)).toBeVisible()
  await panel.getByRole('button', { name: 'Familias de 5° Básico A' }).click()
  const families = office.getByRole('dialog', { name: 'Acuses de recibo' })
  await expect(families.getByText('Recibido', { exact: true })).toHaveCount(1)
  await office.keyboard.press('Escape')
  await panel.getByRole('button', { name: /^Recordar a las \d+$/ }).click()
  await expect(panel.getByRole('button', { name: 'Recordado hoy' })).toBeDisabled()
})
