import { todayInChile } from '@apoderados/contract/values/days'
import { schoolYear } from '@apoderados/school-data/calendar/schoolYear'
import type { Page } from '@playwright/test'
import { API, CRISTIAN, DANIELA, EMAIL_WITHOUT_STUDENTS, expect, test } from '../support/support.ts'

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

test('shows the student, the school and the relation to the parent', { tag: '@short' }, async ({
  page,
  signIn,
}) => {
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

test('shows a social name, and omits a missing phone number', async ({ page, signIn }) => {
  await signIn()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Martina/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /Antú/ }).click()
  await expect(page.locator('dl').first()).toContainText('Antonia Paz Catrileo Muñoz')
  const data = await readShownData(page)
  expect(data['Nombre social']).toBe('Antú')
  expect(Object.keys(data)).not.toContain('Teléfono')
  expect(data.Establecimiento).toBe('Liceo Bicentenario Puerta del Valle')
})

test('labels the number of a foreign pupil as IPE, and names a relation of another kind', async ({
  page,
  signIn,
}) => {
  await signIn('nuevo@example.com')
  const data = await readShownData(page)
  expect(data.IPE).toBe('199.000.001-4')
  expect(Object.keys(data)).not.toContain('RUT')
  expect(data['Nombre completo']).toBe('Wideline Pierre')
  expect([data['Tipo de apoderado'], data['Otro tipo'], data['Apoderado económico']]).toEqual([
    'Otro',
    'Padrino',
    'Sí',
  ])
})

test('leads to the certificates', async ({ page, signIn }) => {
  await signIn()
  await page.getByRole('link', { name: /Reportes y certificados/ }).click()
  await expect(page).toHaveURL(/\/app\/reportes$/)
})

test('links to the events of a coming day, whose page is prefetched when the pointer is on the link', async ({
  page,
  signIn,
}) => {
  await page.clock.setFixedTime(`${todayInChile(new Date()).slice(0, 4)}-10-14T10:00:00-03:00`)
  await signIn()
  const upcomingEvent = page.getByRole('region', { name: 'Próximos días' }).getByRole('link').first()
  await expect(upcomingEvent).toBeVisible()
  const code = page.waitForRequest(/\/agenda-.*\.js/)
  await upcomingEvent.hover()
  await code
  const day =
    new URL((await upcomingEvent.getAttribute('href')) ?? '', page.url()).searchParams.get('dia') ?? ''
  await upcomingEvent.click()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveText(String(Number(day.slice(8))))
  await expect(page.getByRole('region', { name: /Eventos del día/ })).toContainText(/\d+ de octubre/)
  await page.reload()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveText(String(Number(day.slice(8))))
})

test('one student: plain text, no button', async ({ page, signIn }) => {
  await signIn(DANIELA)
  await expect(page.getByRole('banner')).toContainText('Josefa Quispe')
  await expect(page.getByRole('banner')).toContainText('5° Básico A')
  await expect(page.getByRole('banner').getByRole('button', { name: /Josefa/ })).toHaveCount(0)
})

test('no students: a friendly page instead of data', async ({ page, signIn }) => {
  await signIn(EMAIL_WITHOUT_STUDENTS)
  for (const path of ['/app/inicio', '/app/agenda', '/app/calificaciones']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText(/estudiante/)
    await expect(page.locator('dl')).toHaveCount(0)
  }
  await page.goto('/app/configuraciones')
  await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeVisible()
})

test.describe('refreshing', () => {
  test('Actualizar requests the data again and keeps what is shown', async ({ page, signIn }) => {
    await signIn()
    const answered = page.waitForResponse(`**${API}/auth/profile`)
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await expect(page.locator('dl').first()).toContainText('Martina Antonia')
    expect((await answered).status()).toBe(200)
  })

  test('a failure keeps the data and shows an error; Reintentar recovers', async ({ page, signIn }) => {
    await signIn()
    await page.waitForLoadState('networkidle') // else Actualizar waits for the profile's request that is under way
    await page.route(`**${API}/auth/profile`, (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Actualizar' }).click()
    // Calificaciones, which is prepared hidden, has the same notice.
    const visible = (text: string) => page.getByText(text).filter({ visible: true })
    await expect(visible('No se pudo actualizar')).toBeVisible()
    await expect(visible('Error al obtener perfil')).toBeVisible()
    await expect(page.locator('dl').first()).toContainText('Martina Antonia')
    await page.unroute(`**${API}/auth/profile`)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(visible('No se pudo actualizar')).toBeHidden()
  })

  test('offline shows the stored data with its time, and recovers by itself', { tag: '@short' }, async ({
    page,
    signIn,
    context,
  }) => {
    const noticeCode = page.waitForResponse(/\/assets\/answers-[\w-]+\.js/)
    await signIn()
    await noticeCode
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await expect(page.getByText('Sin conexión')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Datos guardados hace un momento')
    await expect(page.locator('dl').first()).toContainText('Martina Antonia')
    await context.setOffline(false)
    await expect(page.getByText('Sin conexión')).toBeHidden()
  })

  test('a connection lost before the notice’s code has loaded is still reported, and in full once it is back', async ({
    page,
    signIn,
    context,
  }) => {
    let isCut = true
    await page.route('**/assets/answers-*.js', (route) => (isCut ? route.abort() : route.continue()))
    await signIn()
    await context.setOffline(true)
    await expect(page.getByText('Sin conexión')).toBeVisible()
    isCut = false
    await context.setOffline(false)
    await expect(page.getByText('Sin conexión')).toBeHidden()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
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
    const answered = page.waitForResponse(`**${API}/auth/profile`)
    const devtools = await context.newCDPSession(page)
    const touchAt = (y: number) => [{ x: 195, y }]
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: touchAt(200) })
    for (let y = 220; y <= 440; y += 20) {
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: touchAt(y) })
    }
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    expect((await answered).status()).toBe(200)
    await context.close()
  })
})
