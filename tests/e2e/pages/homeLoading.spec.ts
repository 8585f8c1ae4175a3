import { api } from '@apoderados/contract/calls/api'
import { API, expect, test } from '../support/support.ts'

test('nothing moves on a phone if today’s events are answered last', async ({ page, signIn }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**${API}${api.getUpcomingEvents.path}*`, async (route) => {
    await released
    await route.continue()
  })
  await signIn()
  await expect(page.getByRole('region', { name: 'Hoy' }).getByRole('link').first()).toBeVisible()
  await page.evaluate(() => {
    const shifts = Object.assign(window, { shifts: [] as PerformanceEntry[] }).shifts
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift' })
  })
  release()
  await expect(page.locator('.home-today .skeleton-bar')).toHaveCount(0)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  expect(await page.evaluate(() => Reflect.get(window, 'shifts').length)).toBe(0)
})

test('on a next visit the page appears before the profile is requested again', async ({ page, signIn }) => {
  await signIn()
  await page.waitForLoadState('networkidle') // The profile of the first visit must not count.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('main dl')) return
      performance.mark('stands')
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  const profileResponse = page.waitForResponse(`${API}/auth/profile`)
  await page.reload()
  await (await profileResponse).finished()
  const { stands, profile } = await page.evaluate((url) => {
    const call = performance.getEntriesByType('resource').find(({ name }) => name.endsWith(url))
    return {
      stands: performance.getEntriesByName('stands')[0]?.startTime ?? Number.NaN,
      profile: call?.startTime ?? Number.NaN,
    }
  }, '/auth/profile')
  expect(profile).toBeGreaterThan(stands)
})
