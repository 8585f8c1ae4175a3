import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { chromiumOptions } from '../../support/chromium.ts'
import { pushDelivery, shownNotifications } from '../support/network/deliverPush.ts'
import { startPushService } from '../support/network/pushService.ts'
import { makeDataDir, removeDataDir, runServer } from '../support/runServer.ts'
import { test as base, CAROLINA, expect, fillLogin } from '../support/support.ts'

type PushService = Awaited<ReturnType<typeof startPushService>>

/** Leads the server's pushes to the push service on this machine. */
const routePushes = join(import.meta.dirname, '../../../packages/testing/src/push/routePushes.ts')

// Each test has a push service on this machine, and a server that may send pushes to it.
const test = base.extend<{ service: PushService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  service: async ({}, use) => {
    const service = await startPushService()
    await use(service)
    await service.stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  baseURL: async ({}, use) => {
    const dataDir = makeDataDir()
    const server = await runServer({ DATA_DIR: dataDir, NODE_OPTIONS: `--import=${routePushes}` })
    await use(server.url)
    await server.stop()
    removeDataDir(dataDir)
  },
})

// Chromium's headless shell shows no notifications, so these tests use the full browser.
test.use({ serviceWorkers: 'allow', launchOptions: chromiumOptions({ isWhole: true }) })

/** Makes the page subscribe at the test's push service: Chromium itself subscribes only at Google's. */
async function subscribeAt(page: Page, service: PushService): Promise<void> {
  await page.addInitScript((subscription) => {
    const key = 'subscribed'
    const pushSubscription = {
      toJSON: () => subscription,
      unsubscribe: async () => sessionStorage.removeItem(key),
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (sessionStorage.getItem(key) ? pushSubscription : null),
      subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
        if (!/^[\w-]{87}$/.test(String(applicationServerKey))) throw new TypeError('not a key of P-256')
        sessionStorage.setItem(key, 'true')
        return pushSubscription
      },
    })
  }, service.subscription)
}

test('a browser is turned on in the settings, gets the test, and gives its token back at the sign-out', async ({
  page,
  context,
  service,
}) => {
  await context.grantPermissions(['notifications'])
  await subscribeAt(page, service)
  await page.goto('/login')
  await fillLogin(page, CAROLINA)
  await expect(page).toHaveURL(/\/app\/inicio$/)
  await page.goto('/app/configuraciones')
  const row = page.getByRole('button', { name: /^Notificaciones/ })
  await expect(row).toContainText('Desactivadas')
  await row.click()
  const dialog = page.getByRole('dialog', { name: 'Notificaciones' })
  await dialog.getByRole('button', { name: 'Activar avisos' }).click()
  await expect(dialog.getByRole('button', { name: 'Desactivar avisos' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Enviar una de prueba' }).click()
  await expect(dialog.getByText('Enviamos la notificación. Puede demorar unos segundos')).toBeVisible()
  expect(service.messages).toHaveLength(1)
  const deliver = await pushDelivery(page)
  await deliver(service.messages[0] ?? '')
  await expect
    .poll(() => shownNotifications(page))
    .toEqual(['Apoderados: Las notificaciones llegan a este dispositivo.'])

  await page.keyboard.press('Escape')
  await expect(row).toContainText('Activadas')
  const deleted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deleted.push(new URL(request.url()).pathname.split('/auth/')[1] ?? '')
  })
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => deleted).toEqual(['push_token', 'sessions/current', 'logout'])
  await expect.poll(() => shownNotifications(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).toEqual({})
})

test('Novedades offers the notifications once, and the choice of the settings lasts', async ({
  page,
  context,
  service,
  enter,
}) => {
  await context.grantPermissions(['notifications'])
  await subscribeAt(page, service)
  await enter('/app/asistencia')
  const news = page.getByRole('dialog', { name: 'Novedades' })
  await page.getByRole('button', { name: /^Novedades/ }).click()
  await news.getByRole('button', { name: 'Activar avisos' }).click()
  await expect(news.getByText('Recibe los avisos')).toBeHidden()
  await page.goto('/app/configuraciones')
  await expect(page.getByRole('button', { name: /^Notificaciones/ })).toContainText('Activadas')

  await page.getByRole('button', { name: /^Notificaciones/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Notificaciones' })
  const grades = dialog.getByRole('switch', { name: /^Calificaciones de Martina/ })
  await grades.focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByText('Guardado')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: /^Notificaciones/ }).click()
  await expect(grades).not.toBeChecked()
  await expect(dialog.getByRole('switch', { name: /^Todo de Martina/ })).not.toBeChecked()
})
