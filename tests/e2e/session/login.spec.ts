import { API, CAROLINA, expect, fillLogin, PASSWORD, test } from '../support/support.ts'

const LIMITED_MESSAGE = 'Demasiados intentos. Intenta de nuevo en 26 segundos.'
const LOGIN_URL = `**${API}/auth/login`

test.beforeEach(({ page }) => page.goto('/login'))

test.describe('validation', () => {
  test('an empty form marks both fields, focuses the first, and sends no request', {
    tag: '@short',
  }, async ({ page }) => {
    let isSent = false
    page.on('request', (request) => {
      isSent ||= request.url().includes('/auth/login')
    })
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await expect(page.getByText('El correo electrónico es requerido')).toBeVisible()
    await expect(page.getByText('La contraseña es requerida')).toBeVisible()
    await expect(page.getByLabel('Correo electrónico')).toBeFocused()
    await expect(page.getByLabel('Correo electrónico')).toHaveAttribute('aria-invalid', 'true')
    expect(isSent).toBe(false)
  })

  test('an invalid e-mail is reported, and updated live after the first attempt', async ({ page }) => {
    await fillLogin(page, 'apoderada', PASSWORD)
    const message = page.getByText('Ingresa un correo electrónico válido')
    await expect(message).toBeVisible()
    await page.getByLabel('Correo electrónico').fill(CAROLINA)
    await expect(message).toBeHidden()
  })

  test('the e-mail is sent as it was typed, also with an ñ in its domain', async ({ page }) => {
    await page.getByLabel('Correo electrónico').pressSequentially('juan@ñandú.cl')
    const form = page.locator('form')
    const sent = await form.evaluate((element: HTMLFormElement) => new FormData(element).get('email'))
    expect(sent).toBe('juan@ñandú.cl')
  })

  test('the e-mail may come with spaces and capitals', async ({ page }) => {
    await fillLogin(page, '  APODERADA@Example.com ')
    await expect(page).toHaveURL(/\/app\/inicio$/)
  })
})

test.describe('failure', () => {
  const alert = 'alert'

  test('a wrong password shows the server’s message, with the technical detail collapsed', {
    tag: '@short',
  }, async ({ page }) => {
    await fillLogin(page, 'nuevo@example.com', 'clave-errada')
    await expect(page.getByRole(alert)).toContainText('Credenciales inválidas')
    const detail = page.locator('details')
    await expect(detail).not.toHaveAttribute('open')
    await detail.getByText('Detalle técnico').click()
    await expect(detail).toContainText('401')
    await expect(detail).toContainText('http_401')
    await expect(detail).toContainText(/[0-9a-f]{8}-[0-9a-f]{4}/)
    await expect(page.getByLabel('Correo electrónico')).toHaveValue('nuevo@example.com')
  })

  const json = (status: number, body: unknown) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify(body),
  })
  for (const [name, answer, message, code] of [
    [
      '500 with a page',
      { status: 500, contentType: 'text/html', body: '<h1>no</h1>' },
      'Error en el servicio',
      'http_500',
    ],
    [
      '503 with words',
      json(503, { success: false, message: 'Volvemos pronto.' }),
      'Volvemos pronto.',
      'http_503',
    ],
    ['429 with words', json(429, { success: false, message: LIMITED_MESSAGE }), LIMITED_MESSAGE, 'http_429'],
    ['400 without words', json(400, {}), 'Credenciales inválidas', 'http_400'],
    [
      'success false at 200',
      json(200, { success: false, message: 'Cuenta cerrada' }),
      'Cuenta cerrada',
      'http_200',
    ],
    [
      '200 without jwt',
      json(200, { success: true, parent: {}, message: '' }),
      'Error en la respuesta del servidor',
      'bad_response',
    ],
    [
      '200 without parent',
      json(200, { success: true, jwt: 'a.b.c', message: '' }),
      'Error en la respuesta del servidor',
      'bad_response',
    ],
  ] as const) {
    test(`${name} shows: ${message}`, async ({ page }) => {
      await page.route(LOGIN_URL, (route) => route.fulfill(answer))
      await fillLogin(page, CAROLINA)
      await expect(page.getByRole(alert)).toContainText(message)
      await page.getByText('Detalle técnico').click()
      await expect(page.locator('details')).toContainText(code)
      await expect(page).toHaveURL(/\/login$/)
    })
  }

  test('a missing network is reported, and the form keeps the typed text', { tag: '@short' }, async ({
    page,
  }) => {
    await page.route(LOGIN_URL, (route) => route.abort())
    await fillLogin(page, CAROLINA)
    await expect(page.getByRole(alert)).toContainText('Error en el servicio')
    await page.getByText('Detalle técnico').click()
    await expect(page.locator('details')).toContainText('network')
    await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue(PASSWORD)
  })

  test('an answer that never arrives ends with an error within 8 s', { tag: '@short' }, async ({ page }) => {
    await page.clock.install()
    await page.route(LOGIN_URL, () => {})
    await fillLogin(page, CAROLINA)
    await page.clock.runFor(8_100)
    await expect(page.getByRole(alert)).toContainText('Error en el servicio')
    await page.getByText('Detalle técnico').click()
    await expect(page.locator('details')).toContainText('timeout')
  })
})

test('a second click sends no second request', async ({ page }) => {
  let sent = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(LOGIN_URL, async (route) => {
    sent += 1
    await released
    await route.continue()
  })
  await page.getByLabel('Correo electrónico').fill(CAROLINA)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Ingresar' }).dblclick()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Ingresando' })).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page).toHaveURL(/\/app\/inicio$/)
  expect(sent).toBe(1)
})

test('works with the keyboard only', { tag: '@short' }, async ({ page }) => {
  await page.getByLabel('Correo electrónico').focus()
  await page.keyboard.type(CAROLINA)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app\/inicio$/)
})

test('the password can be shown', { tag: '@short' }, async ({ page }) => {
  const field = page.getByLabel('Contraseña', { exact: true })
  await field.fill('secreta')
  await expect(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Mostrar' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Ocultar' }).click()
  await expect(field).toHaveAttribute('type', 'password')
})

test('shows the version', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByText('Versión 1.0.16')).toBeVisible()
})
