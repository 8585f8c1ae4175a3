import { DEMO_TOTP_SECRET } from '@apoderados/school-data/demo/staff'
import { codeOf } from '@apoderados/server/office/auth/totp'
import type { Page } from '@playwright/test'
import { expect, PASSWORD } from '../support/support.ts'

/** The console of the server under test; set by startServer. */
export const OFFICE = process.env.E2E_OFFICE_URL ?? ''
const STEP_MS = 30_000

/** Gives e-mail and password; the second factor is due then. */
export async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto(OFFICE)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('heading', { name: 'Confirme que es usted' })).toBeVisible()
}

/** Signs a member of the demo's staff in. A code counts once, so that another test may have used the current one. */
export async function signInStaff(page: Page, email: string): Promise<void> {
  await givePassword(page, email)
  const today = page.getByRole('heading', { level: 1, name: /^Buen[oa]s / })
  await expect(async () => {
    await page.getByLabel('Código de 6 cifras').fill(await codeOf(DEMO_TOTP_SECRET))
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await expect(today).toBeVisible({ timeout: 10_000 })
  }).toPass({ intervals: [STEP_MS], timeout: 5 * STEP_MS })
}
