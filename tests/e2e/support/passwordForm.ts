import type { Locator, Page } from '@playwright/test'
import { expect, PASSWORD } from './support.ts'

export const NEW_PASSWORD = 'Luna verde 27'

export async function fillNewPassword(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('Nueva contraseña', { exact: true }).fill(password)
  await page.getByLabel('Confirmar contraseña', { exact: true }).fill(confirmation)
}

/**
 * Checks the error messages (spec §5) of a dialog that changes the password. The button is disabled until all fields
 * are valid; a message appears when a field loses focus. `currentHelp` is the help text of the current password's
 * field.
 */
export async function expectFieldMessages(dialog: Locator, currentHelp = ''): Promise<void> {
  const current = dialog.getByLabel('Contraseña actual')
  const chosen = dialog.getByLabel('Nueva contraseña', { exact: true })
  const confirmation = dialog.getByLabel('Confirmar contraseña')
  const submit = dialog.getByRole('button', { name: 'Cambiar contraseña' })
  for (const field of [current, chosen, confirmation, current]) await field.focus()
  await expect(current).toHaveAccessibleDescription('La contraseña es requerida')
  await expect(chosen).toHaveAccessibleDescription('La contraseña es requerida')
  await expect(confirmation).toHaveAccessibleDescription('Debe confirmar la contraseña')
  await current.fill(PASSWORD)
  await expect(current).toHaveAccessibleDescription(currentHelp)
  await chosen.fill('cinco')
  await expect(chosen).toHaveAccessibleDescription('La contraseña debe tener al menos 6 caracteres')
  await confirmation.fill('cinc0')
  await expect(confirmation).toHaveAccessibleDescription('Las contraseñas no coinciden')
  await expect(submit).toBeDisabled()
  await chosen.fill('seis y')
  await confirmation.fill('seis y')
  await expect(dialog.locator('[aria-invalid]')).toHaveCount(0)
  await expect(submit).toBeEnabled()
}
