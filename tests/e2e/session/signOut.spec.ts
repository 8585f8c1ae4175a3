import { dumpStorage, findTexts, textsOf } from '../support/dumpStorage.ts'
import {
  API,
  CAROLINA,
  CRISTIAN,
  DANIELA,
  expect,
  responseOf,
  tagShortRun,
  test,
} from '../support/support.ts'

for (const [email, isOffline] of [
  [CAROLINA, false],
  [DANIELA, false],
  [CRISTIAN, true],
] as const) {
  const networkState = isOffline ? 'without a network' : 'with a network'

  test(
    `signing out leaves no data of ${email} on the device, ${networkState}`,
    tagShortRun(email === CAROLINA),
    async ({ page, context, signIn }) => {
      await signIn(email)
      const profile = await responseOf(page, 'getProfile', {})
      const token = await page.evaluate(() => localStorage.getItem('auth_token') ?? '')
      const texts = [...new Set([...textsOf(profile), token])]
      expect(texts).toEqual(expect.arrayContaining([email, token, profile.students[0]?.name]))
      await page.goto('/app/companeros')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.goto('/app/configuraciones')
      await page.getByRole('button', { name: 'Mi cuenta' }).click()
      await expect(page.getByRole('dialog')).toContainText(email)
      // Before the sign-out `findTexts` finds the texts, so it would also find any that the sign-out leaves.
      expect(findTexts(texts, await dumpStorage(page))).toEqual(
        expect.arrayContaining([`localStorage: ${token}`, `localStorage: ${email}`, `document: ${email}`]),
      )
      await page.keyboard.press('Escape')

      await context.setOffline(isOffline)
      await page.getByRole('button', { name: 'Cerrar sesión' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ingresa a tu cuenta')
      const storage = await dumpStorage(page)
      expect(findTexts(texts, storage)).toEqual([])
      expect(storage).toMatchObject({ sessionStorage: '{}', history: 'null' })
      // The cookie `device` stays. It proves that this device has signed in before, and contains no personal data.
      expect(JSON.parse(storage.cookies ?? '')).toMatchObject([
        { name: 'device', value: expect.stringMatching(/^[\w-]{43}$/), httpOnly: true, sameSite: 'Strict' },
      ])
      expect(storage.localStorage).toBe('{}')
      expect(storage.caches).not.toContain('/api/')

      await context.setOffline(false)
      if (!isOffline) {
        // The server has ended the session, so a copy of its token is useless.
        const headers = { authorization: `Bearer ${token}` }
        expect((await page.request.get(`${API}/auth/profile`, { headers })).status()).toBe(401)
      }
      await page.goBack()
      await expect(page).toHaveURL(/\/login$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ingresa a tu cuenta')
      expect(findTexts(texts, await dumpStorage(page))).toEqual([])
    },
  )
}
