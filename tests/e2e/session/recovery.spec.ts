import type { Page } from '@playwright/test'
import { expectClean, screenVariants, setTheme } from '../support/axe.ts'
import { type Mail, mailsTo } from '../support/mailServer.ts'
import { fillNewPassword, NEW_PASSWORD } from '../support/passwordForm.ts'
import { API, expect, fillLogin, PASSWORD, test } from '../support/support.ts'

/** Some of the demo's generated parents. Each test that changes a password uses another parent. */
const RECOVERING_PARENT = 'familia.0003@example.com'
const MISTYPING_PARENT = 'familia.0004@example.com'
const REQUESTING_PARENT = 'familia.0007@example.com'
/** This parent requests a code, and keeps the password. */
const REMEMBERING_PARENT = 'familia.0008@example.com'

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

  // The expiry of a code is tested in the server's own tests, because no API call can move the server's clock.
  test('is replaced only with the newest code, once, and only for its own e-mail', async ({ page }) => {
    const requestCode = (email: string) => page.request.post(`${API}/auth/recovery`, { data: { email } })
    await requestCode(REQUESTING_PARENT)
    const first = codeIn(await newestMail(REQUESTING_PARENT))
    await requestCode(REQUESTING_PARENT)
    await requestCode(REMEMBERING_PARENT)
    const newest = codeIn(await newestMail(REQUESTING_PARENT, 2))
    const otherParentsCode = codeIn(await newestMail(REMEMBERING_PARENT))
    expect(new Set([first, newest, otherParentsCode, '']).size).toBe(4)

    const refused = page.getByRole('alert')
    for (const [email, code] of [
      [REQUESTING_PARENT, first],
      [REQUESTING_PARENT, otherParentsCode],
      [REMEMBERING_PARENT, newest],
    ] as const) {
      await submitCode(page, email, code)
      await expect(refused).toHaveText('Código inválido o vencido')
    }
    await submitCode(page, REQUESTING_PARENT, newest)
    await expect(page).toHaveURL(/\/login$/)
    await submitCode(page, REQUESTING_PARENT, newest)
    await expect(refused).toHaveText('Código inválido o vencido')

    const signIn = async (email: string, password: string) =>
      (await page.request.post(`${API}/auth/login`, { data: { email, password } })).status()
    expect(await signIn(REQUESTING_PARENT, NEW_PASSWORD)).toBe(200)
    expect(await signIn(REMEMBERING_PARENT, PASSWORD)).toBe(200)
  })

  test('is not replaced with a wrong code, and the form keeps the typed text', { tag: '@short' }, async ({
    page,
  }) => {
    await submitCode(page, MISTYPING_PARENT, '0000-0000-00000')
    const toast = page.getByRole('alert')
    await expect(toast).toHaveText('Código inválido o vencido')
    await expect(toast).toHaveClass(/toast-error/)
    const code = page.getByLabel('Código de recuperación')
    await expect(code).toHaveValue('0000-0000-00000')
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await expect(code).toHaveAccessibleDescription('Código inválido o vencido')
    await expect(code).toBeFocused()
    await expect(page.getByLabel('Nueva contraseña')).toHaveValue(NEW_PASSWORD)
    await expect(page.getByLabel('Confirmar contraseña')).toHaveValue(NEW_PASSWORD)
  })

  test('of an unknown e-mail leads to the same next step', async ({ page }) => {
    await page.goto(REQUEST_PATH)
    await page.getByLabel('Correo electrónico').fill('nadie@example.com')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\?email=nadie%40example\.com$/)
  })

  test('needs an e-mail to send a code to', async ({ page }) => {
    await page.goto(REQUEST_PATH)
    await page.getByRole('button', { name: 'Enviar código' }).click()
    await expect(page.getByText('El correo electrónico es requerido')).toBeVisible()
    await expect(page.getByLabel('Correo electrónico')).toBeFocused()
    await page.getByLabel('Correo electrónico').fill('nadie')
    await expect(page.getByText('Ingresa un correo electrónico válido')).toBeVisible()
    await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })

  test('marks each invalid field, and a missing e-mail', async ({ page }) => {
    await page.goto(CHANGE_PATH)
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    for (const message of [
      'El correo electrónico es requerido',
      'El código de recuperación es requerido',
      'La contraseña es requerida',
      'Debe confirmar la contraseña',
    ])
      await expect(page.getByText(message)).toBeVisible()
    await expect(page.getByLabel('Correo electrónico')).toBeFocused()
    await fillNewPassword(page, 'corta', 'otra')
    await expect(page.getByText('La contraseña debe tener al menos 6 caracteres')).toBeVisible()
    await expect(page.getByText('Las contraseñas no coinciden')).toBeVisible()
  })

  test('reports what went wrong, and when to try again', async ({ page }) => {
    const answers = [
      { status: 500, json: {}, expected: 'Error al procesar la solicitud' },
      {
        status: 429,
        json: { success: false, message: 'Demasiados intentos. Intenta de nuevo en 40 segundos.' },
        expected: 'Demasiados intentos. Intenta de nuevo en 40 segundos.',
      },
    ]
    await page.goto(REQUEST_PATH)
    await page.getByLabel('Correo electrónico').fill('nadie@example.com')
    for (const { expected, ...answer } of answers) {
      await page.route(`**${API}/auth/recovery`, (route) => route.fulfill(answer))
      await page.getByRole('button', { name: 'Enviar código' }).click()
      await expect(page.getByRole('alert')).toHaveText(expected)
    }
    await expect(page.getByLabel('Correo electrónico')).toHaveValue('nadie@example.com')
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
