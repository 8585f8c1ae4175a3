import type { Page } from '@playwright/test'
import { API, CAROLINA, CRISTIAN, expect, fillLogin, storedKeys, test } from './support.ts'

const PUSH_TOKEN = `**${API}/auth/push_token`
const FAILURE = 'Error al guardar el token push'

type Phone = { renew: (token: string) => void; asked: string[] }
declare global {
  interface Window {
    phone: Phone
  }
}

/** The page as a phone's app shows it: the native side answers the push plug-in, and hands a token out. */
async function openOnPhone(page: Page, permission: 'granted' | 'prompt' = 'granted'): Promise<void> {
  await page.addInitScript((receive) => {
    let hear: ((event: { value: string }) => void) | undefined
    const phone: Phone = { asked: [], renew: (value) => hear?.({ value }) }
    const methods = ['addListener', 'checkPermissions', 'requestPermissions', 'register']
    const Capacitor = {
      isNativePlatform: () => true,
      PluginHeaders: [
        {
          name: 'PushNotifications',
          methods: methods.map((name) => ({ name, rtype: name === 'addListener' ? 'callback' : 'promise' })),
        },
      ],
      async nativeCallback(_plugin: string, _method: string, _options: object, callback: typeof hear) {
        hear = callback
        return 'callback-1'
      },
      async nativePromise(_plugin: string, method: string) {
        phone.asked.push(method)
        if (method === 'register') phone.renew('device')
        return method === 'checkPermissions' ? { receive } : undefined
      },
    }
    Object.assign(window, { androidBridge: { postMessage: () => undefined }, Capacitor, phone })
  }, permission)
  await page.goto('/login')
}

/** What the server answered about push tokens, in order. */
function watchAnswers(page: Page): string[] {
  const answers: string[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('/auth/push_token')) return
    answers.push(`${response.request().method()} ${response.status()}`)
  })
  return answers
}

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('push_token'))

async function signInOnPhone(page: Page, email = CAROLINA): Promise<void> {
  await fillLogin(page, email)
  await expect(page).toHaveURL(/\/app\/inicio$/)
}

test('a phone tells its token after the sign-in, once, and each that replaces it', async ({ page }) => {
  const answers = watchAnswers(page)
  await openOnPhone(page)
  await expect.poll(() => page.evaluate(() => window.phone.asked)).toEqual(['checkPermissions', 'register'])
  expect(answers).toEqual([])
  await signInOnPhone(page)
  await expect.poll(() => stored(page)).toBe('device')
  await page.evaluate(() => window.phone.renew('renewed'))
  await expect.poll(() => stored(page)).toBe('renewed')
  expect(answers).toEqual(['POST 200', 'POST 200'])
})

test('the token is given back at the sign-out, and told anew for the next parent', async ({ page }) => {
  const answers = watchAnswers(page)
  await openOnPhone(page)
  await signInOnPhone(page)
  await expect.poll(() => stored(page)).toBe('device')
  await page.goto('/app/configuraciones')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await storedKeys(page)).toEqual([])
  await signInOnPhone(page, CRISTIAN)
  await expect.poll(() => stored(page)).toBe('device')
  expect(answers).toEqual(['POST 200', 'DELETE 200', 'POST 200'])
})

test('a token that is not saved is said once per start, and tried again at the next', async ({ page }) => {
  await page.route(PUSH_TOKEN, (route) => route.fulfill({ status: 503, body: '' }))
  await openOnPhone(page)
  await signInOnPhone(page)
  const failure = page.getByRole('alert').filter({ hasText: FAILURE })
  await expect(failure).toBeVisible()
  await expect(failure).toBeHidden()
  const refused = page.waitForResponse(PUSH_TOKEN)
  await page.evaluate(() => window.phone.renew('renewed'))
  await refused
  await expect(failure).toBeHidden()
  expect(await stored(page)).toBeNull()

  await page.unroute(PUSH_TOKEN)
  await page.reload()
  await expect.poll(() => stored(page)).toBe('device')
  await expect(failure).toBeHidden()
})

test('a phone whose parent was not asked yet registers nothing', async ({ page }) => {
  const answers = watchAnswers(page)
  await openOnPhone(page, 'prompt')
  await signInOnPhone(page)
  await expect(page.locator('dl').first()).toContainText('Martina Antonia')
  expect(await page.evaluate(() => window.phone.asked)).toEqual(['checkPermissions'])
  expect([answers, await stored(page)]).toEqual([[], null])
})

test('a browser loads nothing of it', async ({ page, signIn }) => {
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await signIn()
  await expect(page.locator('dl').first()).toContainText('Martina Antonia')
  expect(files.filter((file) => /push/i.test(file))).toEqual([])
  expect(await page.evaluate(() => 'Capacitor' in window)).toBe(false)
})
