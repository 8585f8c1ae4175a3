import { DEMO_TOTP_SECRET } from '@apoderados/school-data/demo/staff'
import { codeOf } from '@apoderados/server/office/auth/totp'
import type { Page } from '@playwright/test'
import { expectClean } from '../support/axe.ts'
import { expect, PASSWORD, test } from '../support/support.ts'

const OFFICE = process.env.E2E_OFFICE_URL ?? '' // set by startServer

async function signInInspector(page: Page): Promise<void> {
  await page.goto(OFFICE)
  await page.getByLabel('Correo electrónico').fill('inspectoria@example.com')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('Código de 6 cifras').fill(await codeOf(DEMO_TOTP_SECRET))
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Buen[oa]s / })).toBeVisible()
}

async function expectCleanInThemes(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectClean(page, `${where}, ${colorScheme}`)
  }
}

test.use({ viewport: { width: 390, height: 844 } })

test('a parent announces an absence offline; Inspectoría decides, and the open page changes', async ({
  page,
  enter,
  browser,
}) => {
  test.slow()
  await enter('/app/asistencia')
  await page.getByRole('button', { name: 'Va a faltar' }).click()
  await expect(page.getByRole('dialog', { name: 'Va a faltar' })).toBeVisible()
  await expectCleanInThemes(page, 'the form')
  await page.context().setOffline(true)
  await page.getByText('Trámite o citación').click()
  await page.getByLabel('Cuéntalo en pocas palabras').fill('Tiene hora en el Registro Civil.')
  await page.getByRole('button', { name: 'Enviar justificación' }).click()
  await expect(page.getByText('Se envía sola al volver la conexión')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Se envía sola al volver la conexión')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Inasistencias' }).getByText('Pendiente')).toBeVisible()
  await expectCleanInThemes(page, 'Asistencia')

  const office = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  const desk = await office.newPage()
  await signInInspector(desk)
  await expect(desk.getByRole('heading', { name: 'Justificaciones por decidir' })).toBeVisible()
  await desk.keyboard.press('g')
  await desk.keyboard.press('j')
  await expect(desk.getByRole('heading', { level: 1, name: 'Justificaciones' })).toBeVisible()
  const row = desk
    .getByRole('region', { name: 'Lista' })
    .getByRole('listitem')
    .filter({ hasText: /Martina Sepúlveda.*Aviso/ })
  await row.getByRole('button').click()
  await expect(desk.getByText('Tiene hora en el Registro Civil.')).toBeVisible()
  await expectCleanInThemes(desk, 'Justificaciones')
  await desk.keyboard.press('a')
  await expect(row).toHaveCount(0)
  await office.close()

  await expect(page.getByRole('region', { name: 'Inasistencias' }).getByText('Justificado')).toBeVisible({
    timeout: 60_000,
  })
})
