import { api } from '@apoderados/contract/calls/api'
import type { Page } from '@playwright/test'
import { captivePortals } from '../support/network/captivePortals.ts'
import { test } from '../support/network/networkTest.ts'
import { API, expect } from '../support/support.ts'

test.use({ serviceWorkers: 'allow' })
test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/ERR_|Failed to fetch|SSL|bad HTTP response|MIME|script resource|redirect|:9\/portal/i)
})

/** Returns the notice of a page whose data could not be loaded; stored data may be shown below it. */
const notice = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /No se pudo|Sin conexión|El colegio no responde/ })
const retryButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Reintentar' })
const isSignedIn = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token') !== null)

/** Returns an array that collects how long each failed call of the page took, in ms. */
function collectFailureTimes(page: Page): number[] {
  const failureTimes: number[] = []
  const starts = new Map<object, number>()
  page.on('request', (request) => request.url().includes(API) && starts.set(request, performance.now()))
  page.on('requestfailed', (request) => {
    const start = starts.get(request)
    if (start !== undefined) failureTimes.push(performance.now() - start)
  })
  return failureTimes
}

const RESPONSE_DEADLINE_MS = 8_000
const DEADLINE_SLACK_MS = 700
/** Less than two deadlines, which a page would wait that tried again, plus what a busy machine needs to show the page. */
const NOTICE_DEADLINE_MS = 15_000

const PAGES = ['agenda', 'horario', 'calificaciones', 'observaciones', 'asistencia', 'companeros']

test('without any response, each page stops waiting within 8 s with an error', async ({
  page,
  line,
  enterWithCachedApp,
  context,
}) => {
  await enterWithCachedApp('/app/inicio')
  await line.blackhole()
  const tabs = await Promise.all(
    PAGES.map(async (path) => {
      const tab = await context.newPage()
      const failureTimes = collectFailureTimes(tab)
      await tab.goto(`/app/${path}`)
      return { tab, failureTimes }
    }),
  )
  for (const { tab, failureTimes } of tabs) {
    await expect(notice(tab)).toBeVisible({ timeout: NOTICE_DEADLINE_MS })
    await expect(retryButton(tab)).toBeVisible()
    await expect(tab.locator('[aria-busy=true]')).toHaveCount(0)
    expect(Math.max(0, ...failureTimes)).toBeLessThan(RESPONSE_DEADLINE_MS + DEADLINE_SLACK_MS)
    expect(await isSignedIn(tab)).toBe(true)
  }
  await line.restore()
  const tab = tabs[1]?.tab ?? page
  await expect(async () => {
    // The page may recover by itself first, and then removes the button with its notice.
    if (await retryButton(tab).isVisible()) await retryButton(tab).click({ timeout: 1_000 })
    await expect(notice(tab)).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
})

test('a read that breaks off is repeated only once, and its first half is not shown', async ({
  page,
  line,
  enterWithCachedApp,
}) => {
  await enterWithCachedApp('/app/inicio')
  // The profile is cut too: a refreshed one would have the page load its data again.
  await line.cut(/\/(calendar|arrears|profile)/)
  for (const [path, call] of [
    ['horario', api.getCalendar.path], // The response is long enough to be sent in several chunks.
    ['asistencia', api.getArrears.path],
  ] as const) {
    const countRequests = () => line.requests.filter((path) => path.startsWith(`${API}${call}?`)).length
    const before = countRequests()
    await page.goto(`/app/${path}`)
    await expect(notice(page)).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect.poll(() => countRequests() - before, { message: path }).toBe(2)
  }
})

for (const [name, response] of Object.entries(captivePortals)) {
  test(`a network that responses everything with ${name} counts as a failure: no data, no sign-out, nothing stored`, async ({
    page,
    line,
    enterWithCachedApp,
  }) => {
    await enterWithCachedApp('/app/asistencia')
    const figure = page.getByRole('main').getByText(/%/).first()
    await expect(figure).toBeVisible()
    const before = await figure.textContent()
    await line.portal(response)
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await expect(notice(page)).toBeVisible()
    expect(await figure.textContent()).toBe(before)
    await page.goto('/app/companeros') // The service worker answers this navigation without the network.
    await expect(page.getByRole('heading', { level: 1, name: 'Compañeros' })).toBeVisible()
    await expect(notice(page)).toBeVisible()
    expect(await isSignedIn(page)).toBe(true)
    await line.restore()
    await page.reload()
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await expect(notice(page)).toHaveCount(0)
    const cachedPage = await page.evaluate(async () =>
      (await caches.match('/app/worker.html', { ignoreSearch: true }))?.text(),
    )
    expect(cachedPage).toContain('id="root"')
  })
}
