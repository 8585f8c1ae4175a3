import type { APIRequestContext } from '@playwright/test'
import { API, expect, fillLogin, PASSWORD, test } from '../support/support.ts'

/** One of the demo's generated parents, whom no other test uses, because the guesses lock the account for a while. */
const ATTACKED_EMAIL = 'familia.0011@example.com'
/** The 12th failed sign-in is the first with a longer pause: from the sixth on, each failure doubles the pause. */
const LONG_PAUSE_SECONDS = 10

const signInAnonymously = (request: APIRequestContext, password: string) =>
  request.post(`${API}/auth/login`, { data: { email: ATTACKED_EMAIL, password } })

/** Sends wrong passwords until even the right one would have to wait. */
async function guessUntilLocked(request: APIRequestContext): Promise<void> {
  await expect(async () => {
    const response = await signInAnonymously(request, 'clave-errada')
    expect(Number(response.headers()['retry-after'] ?? 0)).toBeGreaterThan(LONG_PAUSE_SECONDS)
  }).toPass({ intervals: [50] })
}

test('guesses by strangers do not lock the owner out of a device that has signed in before', async ({
  page,
  playwright,
  serverUrl,
}) => {
  await page.goto('/login')
  await fillLogin(page, ATTACKED_EMAIL)
  await expect(page).toHaveURL(/\/app\/inicio$/)
  await page.goto('/app/configuraciones')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)

  const unknownDevice = await playwright.request.newContext({ baseURL: serverUrl })
  await guessUntilLocked(unknownDevice)
  expect((await signInAnonymously(unknownDevice, PASSWORD)).status()).toBe(429)
  await fillLogin(page, ATTACKED_EMAIL)
  await expect(page).toHaveURL(/\/app\/inicio$/)
  await unknownDevice.dispose()
})
