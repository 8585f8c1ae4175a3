import type { Page } from '@playwright/test'
import { emulatePhone, enterOnPhone } from '../support/native/nativeBridge.ts'
import { Phone } from '../support/native/phone.ts'
import type { Platform } from '../support/native/pluginHeaders.ts'
import { expect, test } from '../support/support.ts'

const pressBack = (phone: Phone, canGoBack: boolean) => phone.sendEvent('App.backButton', { canGoBack })
const countExits = (phone: Phone) =>
  phone.calledMethods('App').filter((method) => method === 'minimizeApp').length

async function enter(page: Page, path: string, phone = new Phone('android'), email?: string): Promise<Phone> {
  await emulatePhone(page, phone)
  await enterOnPhone(page, phone, path, email)
  return phone
}

test.describe('the back button', () => {
  test('closes what is on top, then goes back, then leaves the app', async ({ page }) => {
    const phone = await enter(page, '/app/inicio')
    await page.getByRole('navigation', { name: 'Accesos' }).getByRole('link', { name: 'Agenda' }).click()
    await expect(page).toHaveURL(/agenda$/)

    await page.getByRole('button', { name: 'Menú' }).click()
    await expect(page.getByRole('dialog', { name: 'Menú' })).toBeVisible()
    await pressBack(phone, true)
    await expect(page.getByRole('dialog')).toBeHidden()
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Martina/ })
      .click()
    await expect(page.getByRole('dialog', { name: 'Seleccionar estudiante' })).toBeVisible()
    await pressBack(phone, true)
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL(/agenda$/)

    await pressBack(phone, true)
    await expect(page).toHaveURL(/inicio$/)
    expect(countExits(phone)).toBe(0)
    await pressBack(phone, false)
    await expect.poll(() => countExits(phone)).toBe(1)
    await expect(page).toHaveURL(/inicio$/)
  })
})

test.describe('a link from outside the app', () => {
  for (const platform of ['android', 'ios'] satisfies Platform[]) {
    test(`opens its page, cold and warm, on ${platform}`, async ({ page, baseURL }) => {
      const phone = new Phone(platform)
      phone.launchUrl = 'cl.apoderados.app://app/agenda'
      await enter(page, '/', phone)
      await expect(page).toHaveURL(/\/app\/agenda$/)
      await page.goto('/app/horario')
      await page.reload() // The launch link, which the phone still reports, must not open the agenda again.
      await expect(page).toHaveURL(/horario$/)
      await phone.sendEvent('App.appUrlOpen', { url: `${baseURL}/app/observaciones/` })
      await expect(page).toHaveURL(/observaciones/)
      await expect(page.getByRole('heading', { level: 1, name: 'Observaciones' })).toBeVisible()
    })
  }

  test('waits for the sign-in, and keeps the e-mail of a recovery', async ({ page }) => {
    const phone = new Phone('android')
    phone.launchUrl = 'cl.apoderados.app://app/calificaciones'
    await emulatePhone(page, phone)
    await page.goto('/')
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => history.state)).toEqual({ wanted: '/app/calificaciones' })
    const change = 'cl.apoderados.app://auth/cambiar_contrase%C3%B1a?email=a%2Bb%40example.com&x=1'
    await phone.sendEvent('App.appUrlOpen', { url: change })
    await expect(page.getByLabel('Correo electrónico')).toHaveValue('a+b@example.com')
    expect(new URL(page.url()).search).toBe('?email=a%2Bb%40example.com')
  })
})

test.describe('the app lock', () => {
  for (const platform of ['android', 'ios'] satisfies Platform[]) {
    test(`covers a cold start, the back button and the page of a notification, on ${platform}`, async ({
      page,
    }) => {
      const phone = new Phone(platform)
      phone.preferences.set('app_lock', 'true')
      phone.preferences.set('hidden_contents', 'true')
      await enter(page, '/app/inicio', phone)
      const locked = page.getByRole('heading', { level: 1, name: 'Apoderados está bloqueado' })
      await expect(locked).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(0)
      expect(phone.calledMethods('PrivacyScreen')).toEqual(['enable'])
      await phone.sendEvent('PushNotifications.pushNotificationActionPerformed', {
        notification: { data: { path: '/app/agenda' } },
      })
      await pressBack(phone, true)
      await expect.poll(() => countExits(phone)).toBe(1)
      await expect(locked).toBeVisible()
      await page.getByRole('button', { name: 'Desbloquear' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible()
      expect(phone.calledMethods('BiometricAuthNative')).toEqual(['checkBiometry', 'internalAuthenticate'])
    })
  }
})

test.describe('the app', () => {
  for (const platform of ['android', 'ios'] satisfies Platform[]) {
    test(`shows the version that is installed, on ${platform}`, async ({ page }) => {
      const phone = await enter(page, '/app/configuraciones', new Phone(platform))
      await expect(page.getByText('1.0.16 (10016)')).toBeVisible()
      await page.getByRole('button', { name: 'Términos de uso' }).click()
      await expect(page.getByRole('dialog')).toContainText('Versión 1.4')
      await expect(page.getByRole('button', { name: 'Imprimir' })).toHaveCount(0) // A native shell cannot print.
      await expect.poll(() => phone.calledMethods('SplashScreen')).toEqual(['hide'])
    })
  }

  test('keeps the system bars readable in each theme', async ({ page }) => {
    const phone = await enter(page, '/app/configuraciones')
    const style = () => phone.calls.findLast(({ plugin }) => plugin === 'SystemBars')?.options.style
    await expect.poll(style).toBe('LIGHT')
    await page.getByText('Oscuro').click()
    await expect.poll(style).toBe('DARK')
    await page.getByText('Claro').click()
    await expect.poll(style).toBe('LIGHT')
  })

  test('leaves room for the system bars and for a notch', async ({ page }) => {
    await enter(page, '/app/inicio')
    const setInsets = (insets: Record<string, number>) =>
      page.evaluate((sides) => {
        const { style } = document.documentElement
        for (const [side, px] of Object.entries(sides))
          style.setProperty(`--safe-area-inset-${side}`, `${px}px`)
      }, insets)
    const box = async (name: RegExp | string) => {
      const found = await page.getByRole('button', { name }).boundingBox()
      return found ?? { x: 0, y: 0, width: 0, height: 0 }
    }
    await setInsets({ top: 47, right: 0, bottom: 34, left: 0 })
    await page.evaluate(() => scrollTo(0, 300))
    expect((await box(/Martina/)).y).toBeGreaterThanOrEqual(47)
    const menu = await box('Menú')
    expect(menu.y + menu.height).toBeLessThanOrEqual(844 - 34)
    await page.getByRole('button', { name: 'Menú' }).click()
    await expect.poll(async () => (await box('Cerrar')).y).toBeGreaterThanOrEqual(47)
    await page.keyboard.press('Escape')

    await page.setViewportSize({ width: 844, height: 390 })
    await setInsets({ top: 0, right: 47, bottom: 21, left: 47 })
    expect((await box(/Martina/)).x).toBeGreaterThanOrEqual(47)
    const update = await box('Actualizar')
    expect(update.x + update.width).toBeLessThanOrEqual(844 - 47)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(844)
  })

  test('learns from the phone that it is offline', async ({ page }) => {
    const phone = new Phone('android')
    phone.isConnected = false
    await enter(page, '/app/inicio', phone)
    const notice = page.getByRole('status').filter({ hasText: 'Sin conexión' })
    await expect(notice).toBeVisible()
    await phone.sendEvent('Network.networkStatusChange', { connected: true, connectionType: 'wifi' })
    await expect(notice).toBeHidden()
  })
})
