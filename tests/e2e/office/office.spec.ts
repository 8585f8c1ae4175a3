import { DEMO_TOTP_SECRET } from '@apoderados/school-data/demo/staff'
import { codeOf } from '@apoderados/server/office/auth/totp'
import type { Page } from '@playwright/test'
import { expectClean } from '../support/axe.ts'
import { expect, PASSWORD, test } from '../support/support.ts'

const OFFICE = process.env.E2E_OFFICE_URL ?? '' // set by startServer
const desktops = [
  { width: 768, height: 1024 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]

async function signInStaff(page: Page, email: string): Promise<void> {
  await page.goto(OFFICE)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await expectCleanInThemes(page, 'the password')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('heading', { name: 'Confirme que es usted' })).toBeVisible()
  await expectCleanInThemes(page, 'the second factor')
  await page.getByLabel('Código de 6 cifras').fill(await codeOf(DEMO_TOTP_SECRET))
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Buen[oa]s / })).toBeVisible()
}

/** Expects that axe reports nothing in either theme at the width of each kind of screen. */
async function expectCleanInThemes(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const size of desktops) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      await expectClean(page, `${where}, ${colorScheme}, ${size.width}`)
    }
}

test('a director signs in with a code, invites a person and finds it in the register', async ({ page }) => {
  await signInStaff(page, 'direccion@example.com')
  await expectCleanInThemes(page, 'Hoy')
  await page.getByRole('link', { name: 'Ajustes' }).click()
  await page.getByRole('button', { name: 'Agregar' }).click()
  await page.getByLabel('Nombre y apellidos').fill('Rodrigo Sandoval Neira')
  await page.getByLabel('Correo electrónico').fill('rodrigo.sandoval@example.com')
  await page.getByLabel('Inspectoría').check()
  await expectCleanInThemes(page, 'the invitation')
  await page.getByRole('button', { name: 'Enviar la invitación' }).click()
  await expect(page.getByText('Invitación enviada')).toBeVisible()
  await expectCleanInThemes(page, 'Ajustes')

  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.getByRole('button', { name: /^Detalle: Invitó a una persona/ }).click()
  await expect(page.getByRole('cell', { name: 'Rodrigo Sandoval Neira' })).toBeVisible()
  await expectCleanInThemes(page, 'Registro')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar lo filtrado' }).click()
  expect((await download).suggestedFilename()).toBe('registro.csv')
})

/** Loads one late arrival whose day does not exist, corrects the cell, saves the load and takes it back. */
async function loadAndUndo(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Carga de datos' }).click()
  const text = 'run_alumno;fecha_hora;estado;observacion\n40318926;45-11-2026 08:17;registrado;Sin aviso.\n'
  await page
    .getByLabel('Archivos de la entrega')
    .setInputFiles({ name: 'atrasos.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Revisar los archivos' }).click()
  await page.getByLabel('Valor correcto de la fila 2').fill('26-11-2026 08:17')
  await page.getByRole('button', { name: 'Corregir' }).click()
  await expect(page.getByText('Corregida: 26-11-2026 08:17')).toBeVisible()
  await expectCleanInThemes(page, 'the problems of a load')
  await page.getByRole('button', { name: 'Revisar de nuevo' }).click()
  await expect(page.getByRole('heading', { name: 'Qué cambiará' })).toBeVisible()
  await expectCleanInThemes(page, 'the review of a load')
  await page.getByRole('button', { name: 'Guardar los cambios' }).click()
  await expect(page.getByRole('heading', { name: 'Los datos quedaron guardados' })).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer esta carga' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByRole('heading', { name: /^Deshecha/ })).toBeVisible()
}

test('a secretary loads data and sees Hoy of each of her schools, but not the page of another role', async ({
  page,
}) => {
  await signInStaff(page, 'secretaria@example.com')
  await loadAndUndo(page)
  await page.getByRole('button', { name: /RBD/ }).click()
  await page.getByRole('menuitem').nth(1).click()
  await expect(page.getByText('Nada espera por usted.')).toBeVisible()
  await page.getByRole('link', { name: /Marisol/ }).click()
  await expect(page.getByText(/^Quedan \d+ de 10$/)).toBeVisible()
  await expectCleanInThemes(page, 'Mi cuenta')
  await page.goto(page.url().replace('/cuenta', '/ajustes'))
  await expect(page.getByRole('heading', { name: 'Su rol no incluye esta página.' })).toBeVisible()
  await expectCleanInThemes(page, 'a page of another role')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByLabel('Contraseña', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Contraseña', { exact: true })).toBeVisible()
})
