import { CAROLINA, expect, fillLogin, PASSWORD, test } from '../support/support.ts'

test.beforeEach(({ page }) => page.goto('/login'))

test.describe('validation', () => {
  test('the e-mail is sent as it was typed, also with an ñ in its domain', async ({ page }) => {
    await page.getByLabel('Correo electrónico').pressSequentially('juan@ñandú.cl')
    const form = page.locator('form')
    const sent = await form.evaluate((element: HTMLFormElement) => new FormData(element).get('email'))
    expect(sent).toBe('juan@ñandú.cl')
  })
})

test.describe('failure', () => {
  const alert = 'alert'

  test('a wrong password shows the server’s message, with the technical detail collapsed', async ({
    page,
  }) => {
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
})

test('works with the keyboard only', async ({ page }) => {
  await page.getByLabel('Correo electrónico').focus()
  await page.keyboard.type(CAROLINA)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app\/inicio$/)
})
