import type { Page } from '@playwright/test'
import { emulatePhone, enterOnPhone } from '../support/native/nativeBridge.ts'
import { Phone } from '../support/native/phone.ts'
import type { Platform } from '../support/native/pluginHeaders.ts'
import { CAROLINA, CRISTIAN, expect, fillLogin, test } from '../support/support.ts'

function phoneWithPermission(permission: string, platform: Platform = 'android'): Phone {
  const phone = new Phone(platform)
  phone.pushPermission = permission
  return phone
}

async function openOnPhone(page: Page, phone: Phone): Promise<void> {
  await emulatePhone(page, phone)
  await page.goto('/login')
}

async function signInOnPhone(page: Page, email = CAROLINA): Promise<void> {
  await fillLogin(page, email)
  await expect(page).toHaveURL(/\/app\/inicio$/)
}

/** Returns an array that collects the method and status of the server's responses about push tokens, in order. */
function collectPushTokenResponses(page: Page): string[] {
  const responses: string[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('/auth/push_token')) return
    responses.push(`${response.request().method()} ${response.status()}`)
  })
  return responses
}

const storedToken = (phone: Phone) => phone.preferences.get('push_token')
const registrationCalls = (phone: Phone) =>
  phone.calledMethods('PushNotifications').filter((method) => /egister$/.test(method))

test('a phone registers its token once after the sign-in, and each token that replaces it', async ({
  page,
}) => {
  const phone = phoneWithPermission('granted')
  const responses = collectPushTokenResponses(page)
  await openOnPhone(page, phone)
  await expect.poll(() => registrationCalls(phone)).toEqual(['unregister'])
  expect(responses).toEqual([])
  await signInOnPhone(page)
  await expect.poll(() => storedToken(phone)).toBe('device')
  await phone.issueToken('renewed')
  await expect.poll(() => storedToken(phone)).toBe('renewed')
  expect(responses).toEqual(['POST 200', 'POST 200'])
})

test('the token is deleted at the sign-out, and another is registered for the next parent', async ({
  page,
}) => {
  const phone = phoneWithPermission('granted')
  const responses = collectPushTokenResponses(page)
  await openOnPhone(page, phone)
  await signInOnPhone(page)
  await expect.poll(() => storedToken(phone)).toBe('device')
  await page.goto('/app/configuraciones')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect
    .poll(() => phone.calledMethods('PushNotifications'))
    .toContain('removeAllDeliveredNotifications')
  await expect.poll(() => phone.preferences.size).toBe(0)
  phone.pushToken = 'next'
  await signInOnPhone(page, CRISTIAN)
  await expect.poll(() => storedToken(phone)).toBe('next')
  expect(responses).toEqual(['POST 200', 'DELETE 200', 'POST 200'])
  expect(registrationCalls(phone)).toEqual(['unregister', 'register', 'register', 'unregister', 'register'])
})

for (const platform of ['android', 'ios'] satisfies Platform[]) {
  test(`Inicio offers notifications, and registers a parent who accepts, on ${platform}`, async ({
    page,
  }) => {
    const phone = phoneWithPermission('prompt', platform)
    await emulatePhone(page, phone)
    await enterOnPhone(page, phone)
    await expect(page.getByText('Recibe los avisos del colegio en este teléfono')).toBeVisible()
    expect(phone.calledMethods('PushNotifications')).not.toContain('requestPermissions')
    await page.getByRole('button', { name: 'Activar avisos' }).click()
    await expect.poll(() => storedToken(phone)).toBe('device')
    await expect(page.getByText('Recibe los avisos')).toBeHidden()
  })
}

test('Ahora no is remembered until the sign-out, and Configuraciones still offers notifications', async ({
  page,
}) => {
  const phone = phoneWithPermission('prompt')
  await emulatePhone(page, phone)
  await enterOnPhone(page, phone)
  await page.getByRole('button', { name: 'Ahora no' }).click()
  await expect(page.getByText('Recibe los avisos')).toBeHidden()
  await page.goto('/app/configuraciones')
  const row = page.getByRole('button', { name: 'Notificaciones' })
  await expect(row).toContainText('Desactivadas')
  await row.click()
  phone.pushResponse = 'denied'
  await page.getByRole('button', { name: 'Activar avisos' }).click()
  await page.getByRole('button', { name: 'Abrir ajustes' }).click()
  await expect
    .poll(() => phone.calls.at(-1)?.options)
    .toEqual({
      optionAndroid: 'app_notification',
      optionIOS: 'appNotification',
    })

  phone.pushPermission = 'granted' // The parent enables notifications in the phone's settings.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(row).toContainText('Activadas')
  await expect.poll(() => storedToken(phone)).toBe('device')
  expect(phone.preferences.get('push_declined')).toBe('true')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect.poll(() => phone.preferences.size).toBe(0)
})

test('a notification opens the page that it names, and Inicio in all other cases', async ({ page }) => {
  const phone = phoneWithPermission('granted')
  const tapEvent = 'PushNotifications.pushNotificationActionPerformed'
  const tapWithData = (data: unknown) => ({ actionId: 'tap', notification: { id: '1', title: '<b>', data } })
  phone.waiting.set(tapEvent, tapWithData({ path: '/app/calificaciones' })) // a tap that starts the app
  await emulatePhone(page, phone)
  await enterOnPhone(page, phone)
  await expect(page).toHaveURL(/\/app\/calificaciones$/)
  for (const data of [
    { path: 'https://evil.example/' },
    { path: '/login' },
    { path: ['/app/agenda'] },
    null,
  ]) {
    await phone.sendEvent(tapEvent, tapWithData({ path: '/app/agenda' }))
    await expect(page).toHaveURL(/\/app\/agenda$/)
    await page.getByRole('button', { name: 'Menú' }).click()
    await phone.sendEvent(tapEvent, tapWithData(data))
    await expect(page).toHaveURL(/\/app\/inicio$/)
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})
