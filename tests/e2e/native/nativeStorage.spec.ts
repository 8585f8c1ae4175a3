import { emulatePhone, enterOnPhone } from '../support/native/nativeBridge.ts'
import { Phone, RefusedCallError } from '../support/native/phone.ts'
import type { Platform } from '../support/native/pluginHeaders.ts'
import { CAROLINA, expect, fillLogin, storedKeys, tagShortRun, test } from '../support/support.ts'

const TOKEN_KEY = 'capacitor-storage_auth_token'
const THIS_DEVICE_ONLY_ACCESS = 1 // The value of KeychainAccess.whenUnlockedThisDeviceOnly.

for (const platform of ['android', 'ios'] satisfies Platform[]) {
  test(
    `the token is stored only in the system’s secure storage, and a restart finds the session, on ${platform}`,
    tagShortRun(platform === 'android'),
    async ({ browser, baseURL, page }) => {
      const phone = new Phone(platform)
      await emulatePhone(page, phone)
      await page.goto('/login')
      await fillLogin(page, CAROLINA)
      await expect(page).toHaveURL(/\/app\/inicio$/)
      await expect.poll(() => phone.secrets.has(TOKEN_KEY)).toBe(true)
      expect(await storedKeys(page)).toEqual([])
      expect(phone.calls.find(({ method }) => method === 'internalSetItem')?.options).toMatchObject({
        sync: false,
        access: THIS_DEVICE_ONLY_ACCESS,
      })
      expect(Array.from(phone.preferences.keys()).sort()).toEqual(
        ['is_authenticated', 'profile', 'selected_school', 'selected_student', 'students', 'user'].sort(),
      )
      expect(Array.from(phone.preferences.values()).join()).not.toContain(phone.secrets.get(TOKEN_KEY))

      const restarted = await browser.newContext({ baseURL: baseURL ?? '' }) // The storage of the browser is empty.
      const again = await restarted.newPage()
      await emulatePhone(again, phone)
      await again.goto('/')
      await expect(again).toHaveURL(/\/app\/inicio$/)
      await expect(again.locator('dl').first()).toContainText('Martina Antonia')
      await restarted.close()
    },
  )
}

test('a sign-out leaves no data on the phone, not even a chosen theme', async ({ page }) => {
  const phone = new Phone('android')
  await emulatePhone(page, phone)
  await enterOnPhone(page, phone, '/app/configuraciones')
  await page.getByText('Oscuro').click()
  await expect.poll(() => phone.preferences.get('theme')).toBe('dark')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => [phone.preferences.size, phone.secrets.size]).toEqual([0, 0])
})

test('a token that remained after the app was removed opens no session, and is deleted', async ({ page }) => {
  const phone = new Phone('ios')
  phone.secrets.set(TOKEN_KEY, '"left behind"')
  await emulatePhone(page, phone)
  await page.goto('/app/inicio')
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => phone.secrets.size).toBe(0)
})

for (const [how, response] of [
  ['fails', () => Promise.reject(new RefusedCallError('key invalidated', 'osError'))],
  ['never answers', () => new Promise(() => undefined)],
] as const) {
  test(`secure storage that ${how} leads to the sign-in, which then works`, async ({ page }) => {
    const phone = new Phone('android')
    const { 'SecureStorage.internalGetItem': works } = phone.methods
    phone.methods['SecureStorage.internalGetItem'] = response
    await emulatePhone(page, phone)
    await page.goto('/favicon.svg')
    phone.preferences.set('is_authenticated', 'true')
    await page.goto('/app/agenda')
    await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible()
    if (works) phone.methods['SecureStorage.internalGetItem'] = works
    await fillLogin(page, CAROLINA)
    await expect(page).toHaveURL(/\/app\/agenda$/)
  })
}
