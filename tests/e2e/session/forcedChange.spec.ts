import type { Page } from '@playwright/test'
import { expectClean, screenVariants, setTheme } from '../support/axe.ts'
import { expectFieldMessages, fillNewPassword, NEW_PASSWORD } from '../support/passwordForm.ts'
import { API, desktop, expect, fillLogin, PASSWORD, phone, test } from '../support/support.ts'

/** A parent who must change the password; no test changes it. */
const NEW_PARENT = 'nuevo@example.com'
/** One of the demo's generated parents, whom no other test uses, because this test changes the password. */
const CHANGING_PARENT = 'familia.0006@example.com'

for (const viewport of [phone, desktop]) {
  test(`a required password change cannot be bypassed, at ${viewport.width}`, async ({ page, signIn }) => {
    await page.setViewportSize(viewport)
    await signIn(NEW_PARENT)
    const dialog = page.getByRole('dialog', { name: 'Cambio de Contraseña Requerido' })
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Cerrar', exact: true })).toHaveCount(0)
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.press('Escape')
      await expect(dialog).toBeVisible()
    }
    await page.mouse.click(viewport.width / 2, 12)
    await expect(dialog).toBeVisible()
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      const isFocusInside = await page.evaluate(() => {
        const { activeElement } = document
        return activeElement === document.body || activeElement?.closest('dialog') !== null
      })
      expect(isFocusInside).toBe(true)
    }
    await expect(dialog.getByRole('button', { name: 'Cambiar contraseña' })).toBeDisabled()
    for (const path of ['/app/agenda', '/login', '/auth/cambiar_contraseña', '/app/no-existe']) {
      await page.goto(path)
      await expect(dialog, path).toBeVisible()
    }
    await page.goBack()
    await expect(dialog).toBeVisible()
    await page.reload()
    await expect(dialog).toBeVisible()
    await expectFieldMessages(dialog, 'La que te entregó el colegio.')
    await dialog.getByRole('button', { name: 'Cerrar sesión' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })
}

test('a required password change unlocks the app in every tab once it is done', async ({ page, context }) => {
  let isDue = true
  await context.route(new RegExp(`${API}/auth/(login|profile)$`), async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const password_changed = !isDue
    const json = body.parent
      ? { ...body, parent: { ...body.parent, password_changed } }
      : { ...body, password_changed }
    await route.fulfill({ response, json })
  })
  await page.goto('/login')
  await fillLogin(page, CHANGING_PARENT)
  const dialogIn = (tab: Page) => tab.getByRole('dialog', { name: 'Cambio de Contraseña Requerido' })
  const dialog = dialogIn(page)
  await expect(dialog).toBeVisible()
  const second = await context.newPage()
  const broken: string[] = []
  second.on('pageerror', ({ message }) => broken.push(message))
  await second.goto('/app/agenda')
  await expect(dialogIn(second)).toBeVisible()

  await dialog.getByLabel('Contraseña actual').fill(PASSWORD)
  await fillNewPassword(page, NEW_PASSWORD)
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/change_password')) isDue = false
  })
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => JSON.parse(localStorage.profile).password_changed)).toBe(true)
  await page.getByRole('navigation', { name: 'Accesos' }).getByRole('link', { name: 'Agenda' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agenda')
  await expect(dialog).toBeHidden()

  // A tab that becomes visible asks the server whether the change is still due.
  await second.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(dialogIn(second)).toBeHidden()
  await second.reload()
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Agenda')
  await expect(dialogIn(second)).toBeHidden()
  expect(broken).toEqual([])
  await context.unrouteAll({ behavior: 'ignoreErrors' })
})

for (const variant of screenVariants) {
  test(`the required password change is clean at ${variant.name}`, async ({ page, signIn }) => {
    await setTheme(page, variant)
    await signIn(NEW_PARENT)
    await page.getByRole('dialog').getByLabel('Contraseña actual').fill('x')
    await fillNewPassword(page, 'Luna verde', 'Luna azul')
    await expectClean(page, `forced ${variant.name}`)
  })
}
