import type { Page } from '@playwright/test'
import { waitForWorker } from './networkTest.ts'

/** Returns a function that gives the page's real service worker a push, as the browser does after decrypting it. */
export async function pushDelivery(page: Page): Promise<(payload: string) => Promise<void>> {
  await waitForWorker(page)
  const devtools = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration && !registration.isDeleted) resolve(registration.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await found
  const { origin } = new URL(page.url())
  return async (data) => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

/** Returns the shown notifications as 'title: body'. */
export const shownNotifications = (page: Page) =>
  page.evaluate(async () => {
    const { ready } = navigator.serviceWorker
    return (await (await ready).getNotifications()).map(({ title, body }) => `${title}: ${body}`)
  })
