import { fillNewPassword, NEW_PASSWORD } from '../support/passwordForm.ts'
import { expect, fillLogin, PASSWORD, test } from '../support/support.ts'

/** One of the demo's generated parents, whom no other test uses, because this test changes the password. */
const CHANGING_PARENT = 'familia.0005@example.com'

test('the password is changed in the settings, and every other session ends', async ({
  page,
  signIn,
  browser,
}) => {
  await signIn(CHANGING_PARENT)
  const otherContext = await browser.newContext()
  const otherPage = await otherContext.newPage()
  await otherPage.goto(`${process.env.E2E_URL}/login`)
  await fillLogin(otherPage, CHANGING_PARENT)
  await expect(otherPage).toHaveURL(/\/app\/inicio$/)

  await page.goto('/app/configuraciones')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar contraseña' })
  const submit = dialog.getByRole('button', { name: 'Cambiar contraseña' })
  await expect(submit).toBeDisabled()
  await dialog.getByLabel('Contraseña actual').fill('otra-clave')
  await fillNewPassword(page, NEW_PASSWORD, 'Luna azul')
  await expect(dialog.getByText('Las contraseñas no coinciden')).toBeVisible()
  await expect(dialog.getByText('Buena', { exact: true })).toBeVisible()
  await expect(submit).toBeDisabled()
  await fillNewPassword(page, NEW_PASSWORD)
  await submit.click()
  await expect(dialog.getByRole('alert')).toHaveText('La contraseña actual es incorrecta')
  const current = dialog.getByLabel('Contraseña actual')
  await expect(current).toBeFocused()
  await expect(current).toHaveAttribute('aria-invalid', 'true')
  await expect(current).toHaveAccessibleDescription('La contraseña actual es incorrecta')

  await dialog.getByLabel('Contraseña actual').fill(PASSWORD)
  await fillNewPassword(page, '123456')
  await expect(dialog.getByText('Débil', { exact: true })).toBeVisible()
  await submit.click()
  await expect(dialog.getByRole('alert')).toContainText('muy fácil de adivinar')
  await fillNewPassword(page, NEW_PASSWORD)
  await submit.click()
  await expect(page.getByRole('status').filter({ hasText: 'Tu contraseña cambió' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Configuraciones')
  await otherPage.reload()
  await expect(otherPage).toHaveURL(/\/login$/)
  await fillLogin(otherPage, CHANGING_PARENT, NEW_PASSWORD)
  await expect(otherPage).toHaveURL(/\/app\/inicio$/)
  await otherContext.close()
})
