import type { Page, Worker } from '@playwright/test'
import { chromiumOptions } from '../../support/chromium.ts'
import { pushDelivery, shownNotifications } from '../support/network/deliverPush.ts'
import { CAROLINA, expect, fillLogin, responseOf, TOMAS, test } from '../support/support.ts'

// Chromium's headless shell shows no notifications, so these tests use the full browser.
test.use({ serviceWorkers: 'allow', launchOptions: chromiumOptions({ isWhole: true }) })
test.beforeEach(async ({ context, baseURL }) => {
  await context.grantPermissions(['notifications'], baseURL === undefined ? {} : { origin: baseURL })
})

type Push = { title: string; body: string; tag: string; batch: string; url: string }

const pushJson = (changes: Partial<Push> = {}): string =>
  JSON.stringify({
    title: 'Apoderados',
    body: '1 observación nueva',
    tag: `${TOMAS}-observation`,
    batch: '31-31',
    url: `/app/observaciones?alumno=${TOMAS}`,
    ...changes,
  })

async function workerOf(page: Page): Promise<Worker> {
  const context = page.context()
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
}

/** Simulates a tap on the only notification: DevTools cannot tap, so the worker dispatches the event of a tap. */
async function tapNotification(page: Page): Promise<void> {
  await (await workerOf(page)).evaluate(async () => {
    type Events = { NotificationEvent: new (type: string, init: { notification: Notification }) => Event }
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await registration.getNotifications()
    if (!notification) throw new Error('No notification is shown')
    const { NotificationEvent } = self as unknown as Events
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })
}

test('a push is shown by the worker, and a tap opens the item for its child', async ({ page, enter }) => {
  await enter('/app/agenda')
  const deliver = await pushDelivery(page)
  const { observations } = await responseOf(page, 'getObservations', { student_id: TOMAS })
  const [observation] = Object.values(observations).flat()
  const item = `observacion=${observation?.id}`
  await deliver(pushJson({ url: `/app/observaciones?alumno=${TOMAS}&${item}` }))
  await expect.poll(() => shownNotifications(page)).toEqual(['Apoderados: 1 observación nueva'])

  await tapNotification(page)
  await expect(page).toHaveURL(new RegExp(`/app/observaciones\\?${item}$`))
  await expect(page.getByRole('dialog')).toContainText(observation?.observation ?? 'nothing')
  await expect(page.getByRole('banner')).toContainText('Tomás')
  await expect.poll(() => shownNotifications(page)).toEqual([])
})

test('a tap of a signed-out parent leads to the item after the sign-in', async ({ page }) => {
  const day = `${new Date().getFullYear()}-05-04`
  await page.goto('/login')
  const deliver = await pushDelivery(page)
  await deliver(pushJson({ url: `/app/agenda?alumno=${TOMAS}&dia=${day}` }))
  await expect.poll(() => shownNotifications(page)).toHaveLength(1)
  await tapNotification(page)
  // `evaluate` fails while the page navigates.
  const readWantedPath = () => page.evaluate(() => history.state?.wanted).catch(() => undefined)
  await expect.poll(readWantedPath).toContain('alumno')
  await expect(page).toHaveURL(/\/login$/)
  await fillLogin(page, CAROLINA)
  await expect(page).toHaveURL(new RegExp(`/app/agenda\\?dia=${day}$`))
  await expect(page.getByRole('banner')).toContainText('Tomás')
})
