import { DEMO_TOTP_SECRET } from '@apoderados/school-data/demo/staff'
import { codeOf } from '@apoderados/server/office/auth/totp'
import type { Page } from '@playwright/test'
import { expectClean } from '../support/axe.ts'
import { API, CRISTIAN, expect, PASSWORD, test } from '../support/support.ts'

const OFFICE = process.env.E2E_OFFICE_URL ?? '' // set by startServer
const CODE_STEP_MS = 30_000

/** Signs a director in; a code that another test has used is followed by the next one. */
async function signInDirector(page: Page): Promise<void> {
  await page.goto(OFFICE)
  await page.getByLabel('Correo electrónico').fill('direccion@example.com')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(async () => {
    await page.getByLabel('Código de 6 cifras').fill(await codeOf(DEMO_TOTP_SECRET))
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Buen[oa]s / })).toBeVisible()
  }).toPass({ intervals: [CODE_STEP_MS], timeout: 4 * CODE_STEP_MS })
}

/** Expects that axe reports nothing in either theme. */
async function expectCleanInThemes(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1366, height: 768 })
    await expectClean(page, `${where}, ${colorScheme}`)
  }
}

const search = (page: Page) => page.getByLabel('Buscar persona o RUN')

test('a director finds a family, corrects an e-mail, invites a course and blocks an access', async ({
  page,
  request,
}) => {
  await signInDirector(page)
  await page.getByRole('link', { name: 'Personas' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Cursos' })).toBeVisible()
  await expect(page.getByRole('cell').first()).toBeVisible()
  await expectCleanInThemes(page, 'a course')

  // The parent is signed in on a device.
  const login = await request.post(`${API}/auth/login`, { data: { email: CRISTIAN, password: PASSWORD } })
  const { jwt, parent } = await login.json()
  const [child] = parent.students
  const observations = () =>
    request.get(`${API}/observations?student_id=${child.id}`, { headers: { authorization: `Bearer ${jwt}` } })
  expect((await observations()).status()).toBe(200)

  await page.keyboard.press('/')
  const name = `${parent.name} ${parent.last_name}`
  await search(page).fill(name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())
  const found = page.getByRole('option', { name: new RegExp(`${parent.name}.*${child.name}`, 's') })
  await expectClean(page, 'the search')
  await found.first().click()
  await expect(page.getByRole('article', { name })).toBeVisible()
  await expectCleanInThemes(page, "a student's sheet")

  await page.getByRole('button', { name: `Bloquear acceso de ${name}` }).click()
  await page.getByLabel('Motivo').fill('Rol C-123-2026')
  await expectCleanInThemes(page, 'the question about an access')
  await page.getByRole('dialog').getByRole('button', { name: 'Bloquear acceso' }).click()
  await expect(page.getByText('Acceso bloqueado. Rige desde ya en todos los dispositivos.')).toBeVisible()
  expect((await observations()).status()).toBe(404)
  await expect(page.getByText(/^Acceso bloqueado desde el /)).toBeVisible()
  await expectCleanInThemes(page, 'the sheet with a blocked access')
  await page.getByRole('button', { name: `Restablecer acceso de ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restablecer acceso' }).click()
  await expect(page.getByText('Acceso restablecido. Rige desde ya.')).toBeVisible()
  expect((await observations()).status()).toBe(200)

  await page.getByRole('button', { name: `Corregir correo de ${name}` }).click()
  await page.getByLabel('Correo con que ingresa').fill('apoderado.nuevo@example.com')
  await page.getByRole('dialog').getByRole('button', { name: 'Corregir correo' }).click()
  await expect(page.getByText('Correo cambiado. El aviso al correo anterior va en camino.')).toBeVisible()
  expect((await observations()).status()).toBe(401)
  await page.getByRole('button', { name: `Corregir correo de ${name}` }).click()
  await page.getByLabel('Correo con que ingresa').fill(CRISTIAN)
  await page.getByRole('dialog').getByRole('button', { name: 'Corregir correo' }).click()
  await expect(page.getByText('apoderado@example.com')).toBeVisible()

  // Everybody of the demo has a password, so only a new guardian waits for one.
  await page.getByRole('button', { name: 'Agregar apoderado' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Número').fill('9.123.457-2')
  await dialog.getByLabel('Nombres').fill('Rosa')
  await dialog.getByLabel('Apellidos').fill('Araya Muñoz')
  await dialog.getByLabel('Correo').fill('rosa.araya@example.com')
  await expectCleanInThemes(page, 'a new guardian')
  await dialog.getByRole('button', { name: 'Agregar apoderado' }).click()
  await expect(page.getByRole('article', { name: 'Rosa Araya Muñoz' })).toBeVisible()
  await page.locator('.mantine-Breadcrumbs-root').getByRole('link').last().click()
  await page.getByRole('button', { name: 'Invitar al curso' }).click()
  await expect(dialog.getByText('Cartas para imprimir')).toBeVisible()
  await expectCleanInThemes(page, 'the invitation of a course')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Preparar 1 carta' }).click()
  expect((await download).suggestedFilename()).toBe('cartas.pdf')
})
