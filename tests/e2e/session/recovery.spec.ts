import type { Page } from '@playwright/test'
import { expectClean, screenVariants, setTheme } from '../support/axe.ts'
import { type Mail, mailsTo } from '../support/mailServer.ts'
import { fillNewPassword, NEW_PASSWORD } from '../support/passwordForm.ts'
import { expect, fillLogin, PASSWORD, test } from '../support/support.ts'

/** Some of the demo's generated parents. Each test that changes a password uses another parent. */
const RECOVERING_PARENT = 'familia.0003@example.com'
const MISTYPING_PARENT = 'familia.0004@example.com'

const REQUEST_PATH = '/auth/recuperar_contraseña'
const CHANGE_PATH = '/auth/cambiar_contraseña'

/** Waits until `count` mails to `email` have arrived, and returns the newest. */
async function newestMail(email: string, count = 1): Promise<Mail> {
  await expect.poll(() => mailsTo(email).length).toBe(count)
  return mailsTo(email)[0] as Mail
}

/** Returns the code of a mail, which is alone on its line. */
const codeIn = ({ text }: Mail) => /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}$/m.exec(text)?.[0] ?? ''

async function submitCode(page: Page, email: string, code: string): Promise<void> {
  await page.goto(`${CHANGE_PATH}?email=${email}`)
  await page.getByLabel('Código de recuperación').fill(code)
  await fillNewPassword(page, NEW_PASSWORD)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
}

test.describe('a lost password', () => {
  test('is replaced with a code from a mail', { tag: '@short' }, async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recuperar contraseña')
    await page.getByLabel('Correo electrónico').fill(` ${RECOVERING_PARENT.toUpperCase()} `)
    await page.getByRole('button', { name: 'Enviar código' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cambiar contraseña')
    expect(decodeURI(new URL(page.url()).pathname)).toBe(CHANGE_PATH)
    expect(new URL(page.url()).searchParams.get('email')).toBe(RECOVERING_PARENT)
    const email = page.getByLabel('Correo electrónico')
    await expect(email).toHaveValue(RECOVERING_PARENT)
    await expect(email).not.toBeEditable()

    const mail = await newestMail(RECOVERING_PARENT)
    expect([mail.from, mail.subject]).toEqual([
      'Apoderados <no-responder@example.com>',
      'Tu código de recuperación',
    ])
    const code = codeIn(mail)
    await page.getByLabel('Código de recuperación').fill(` ${code.toLowerCase()} `)
    await fillNewPassword(page, NEW_PASSWORD)
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Tu contraseña cambió' })).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)

    await fillLogin(page, RECOVERING_PARENT, PASSWORD)
    await expect(page.getByRole('alert')).toHaveText('Credenciales inválidas')
    await fillLogin(page, RECOVERING_PARENT, NEW_PASSWORD)
    await expect(page).toHaveURL(/\/app\/inicio$/)
    const notice = await newestMail(RECOVERING_PARENT, 2)
    expect(notice.subject).toBe('Tu contraseña cambió')
    expect(notice.text).toContain('Si no fuiste tú, recupera tu cuenta ahora')
  })

  test('is not replaced with a wrong code, and the form keeps the typed text', async ({ page }) => {
    await submitCode(page, MISTYPING_PARENT, '0000-0000-00000')
    const toast = page.getByRole('alert')
    await expect(toast).toHaveText('Código inválido o vencido')
    await expect(toast.getByRole('button')).toHaveClass(/\bbg-negative\b/)
    const code = page.getByLabel('Código de recuperación')
    await expect(code).toHaveValue('0000-0000-00000')
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await expect(code).toHaveAccessibleDescription('Código inválido o vencido')
    await expect(code).toBeFocused()
    await expect(page.getByLabel('Nueva contraseña')).toHaveValue(NEW_PASSWORD)
    await expect(page.getByLabel('Confirmar contraseña')).toHaveValue(NEW_PASSWORD)
  })
})

for (const variant of screenVariants) {
  test(`the screens of the recovery are clean at ${variant.name}`, async ({ page }) => {
    await setTheme(page, variant)
    await page.goto(REQUEST_PATH)
    await page.getByRole('button', { name: 'Enviar código' }).click()
    await expectClean(page, `recovery with errors ${variant.name}`)
    await page.goto(`${CHANGE_PATH}?email=${MISTYPING_PARENT}`)
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await expectClean(page, `recovery change with errors ${variant.name}`)
  })
}
