import { test as base, expect, type Page } from '@playwright/test'

export const API = '/api/v1/mobile/parent'
export const PASSWORD = 'demo1234'
/** Three students in two establishments. */
export const CAROLINA = 'apoderada@example.com'
/** Two students. */
export const CRISTIAN = 'apoderado@example.com'
/** One student. */
export const DANIELA = 'otra.familia@example.com'
export const WITHOUT_STUDENTS = 'sin.estudiantes@example.com'

type Fixtures = {
  /** Fills the form at /login and waits for Inicio. */
  signIn: (email?: string) => Promise<void>
}

/** Every test sees the console: an error that it did not expect (a broken policy above all) fails it. */
export const test = base.extend<Fixtures & { expectedErrors: RegExp[] }>({
  expectedErrors: [[/Failed to load resource/], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    const note = (text: string) => {
      if (!expectedErrors.some((expected) => expected.test(text))) errors.push(text)
    }
    page.on('console', (message) => message.type() === 'error' && note(message.text()))
    page.on('pageerror', (error) => note(error.message))
    await use(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(errors).toEqual([])
  },
  signIn: async ({ page }, use) => {
    await use(async (email = CAROLINA) => {
      await page.goto('/login')
      await fillLogin(page, email)
      await expect(page).toHaveURL(/\/app\/inicio$/)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  },
})
export { expect }

export async function fillLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
}

/** What the device keeps, key by key. */
export const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())
