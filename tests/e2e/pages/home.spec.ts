import { todayInChile } from '@apoderados/contract/values/days'
import { schoolYear } from '@apoderados/school-data/calendar/schoolYear'
import type { Page } from '@playwright/test'
import { API, CRISTIAN, expect, test } from '../support/support.ts'

/** Returns the value of each label in the page's description lists. */
const readShownData = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      Array.from(document.querySelectorAll('dl dt'), (term) => [
        term.textContent?.trim(),
        term.parentElement?.querySelector('dd')?.textContent?.trim(),
      ]),
    ),
  )

test('shows the student, the school and the relation to the parent', async ({ page, signIn }) => {
  await signIn()
  const year = schoolYear(todayInChile(new Date()))
  const data = await readShownData(page)
  expect(data).toMatchObject({
    RUT: '40.100.001-1',
    'Nombre completo': 'Martina Antonia Sepúlveda Muñoz',
    'Fecha de nacimiento': `17-05-${year - 11}`,
    Género: 'Femenino',
    Curso: '5° Básico A',
    Año: String(year),
    Establecimiento: 'Colegio Los Aromos de La Florida',
    RBD: '90002-8',
    Dirección: 'Av. Los Aromos 2150, La Florida',
    Teléfono: '+56 2 0000 0101',
    'Tipo de apoderado': 'Madre',
    'Apoderado económico': 'Sí',
  })
  expect(Object.keys(data)).not.toContain('Nombre social')
  expect(data['Otro tipo'] ?? '—').toBe('—')
})

test.describe('refreshing', () => {
  test('offline shows the stored data with its time, and recovers by itself', async ({
    page,
    signIn,
    context,
  }) => {
    await signIn()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await expect(page.getByText('Sin conexión')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Datos guardados hace un momento')
    await expect(page.locator('dl').first()).toContainText('Martina Antonia')
    await context.setOffline(false)
    await expect(page.getByText('Sin conexión')).toBeHidden()
  })

  test('pulling down with a finger refreshes', async ({ browser }) => {
    const context = await browser.newContext({
      hasTouch: true,
      viewport: { width: 390, height: 844 },
      locale: 'es-CL',
    })
    const page = await context.newPage()
    await page.goto(`${process.env.E2E_URL}/login`)
    await page.getByLabel('Correo electrónico').fill(CRISTIAN)
    await page.getByLabel('Contraseña', { exact: true }).fill('demo1234')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Cristián')
    await page.waitForLoadState('networkidle') // The card of today has loaded, and no refresh is in progress.
    const responded = page.waitForResponse(`**${API}/auth/profile`)
    const devtools = await context.newCDPSession(page)
    const touchAt = (y: number) => [{ x: 195, y }]
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: touchAt(200) })
    for (let y = 220; y <= 440; y += 20) {
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: touchAt(y) })
    }
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    expect((await responded).status()).toBe(200)
    await context.close()
  })
})
