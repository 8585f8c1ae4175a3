import { api } from '@apoderados/contract/api'
import type { Page } from '@playwright/test'
import { captivePortals } from '../support/network/captivePortals.ts'
import { test } from '../support/network/networkTest.ts'
import { API, CAROLINA, expect, fillLogin } from '../support/support.ts'

test.use({ serviceWorkers: 'allow' })
test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/ERR_|Failed to fetch|SSL|bad HTTP response|MIME|script resource|redirect/i)
})

/** Read or not, a page says it and offers to try again. */
const notice = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /No se pudo|Sin conexión/ })
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Reintentar' })
const isSignedIn = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token') !== null)

/** How long each call of the page's took until it failed, in ms. */
function failures(page: Page): number[] {
  const took: number[] = []
  const starts = new Map<object, number>()
  page.on('request', (request) => request.url().includes(API) && starts.set(request, performance.now()))
  page.on('requestfailed', (request) => {
    const start = starts.get(request)
    if (start !== undefined) took.push(performance.now() - start)
  })
  return took
}

const DEADLINE_MS = 8_000
const SLACK_MS = 700

test('where nothing answers, a sign-in ends within 8 s and says so', async ({ page, line }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const took = failures(page)
  await line.blackhole()
  await fillLogin(page, CAROLINA)
  await expect(page.getByRole('alert')).toContainText('Error en el servicio', {
    timeout: DEADLINE_MS + SLACK_MS,
  })
  await expect(page.locator('details')).toContainText('timeout')
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(CAROLINA)
  expect(Math.max(...took)).toBeLessThan(DEADLINE_MS + SLACK_MS)
  expect(line.requests.filter((path) => path.includes('/auth/login'))).toHaveLength(1)
})

const PAGES = ['agenda', 'horario', 'calificaciones', 'observaciones', 'asistencia', 'companeros']

test('where nothing answers, each page ends its waiting within 8 s and says so', async ({
  page,
  line,
  enterKept,
  context,
}) => {
  await enterKept('/app/inicio')
  await line.blackhole()
  const tabs = await Promise.all(
    PAGES.map(async (path) => {
      const tab = await context.newPage()
      const took = failures(tab)
      await tab.goto(`/app/${path}`)
      return { tab, took }
    }),
  )
  for (const { tab, took } of tabs) {
    await expect(notice(tab)).toBeVisible({ timeout: DEADLINE_MS + SLACK_MS })
    await expect(retry(tab)).toBeVisible()
    await expect(tab.locator('[aria-busy=true]')).toHaveCount(0)
    expect(Math.max(0, ...took)).toBeLessThan(DEADLINE_MS + SLACK_MS)
    expect(await isSignedIn(tab)).toBe(true)
  }
  await line.restore()
  const tab = tabs[1]?.tab ?? page
  await expect(async () => {
    // The page may come back by itself first, and the button with its notice go.
    if (await retry(tab).isVisible()) await retry(tab).click({ timeout: 1_000 })
    await expect(notice(tab)).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
})

test('a read that breaks off is asked for once more, and only once; its half is no data', async ({
  page,
  line,
  enterKept,
}) => {
  await enterKept('/app/inicio')
  await line.cut(/\/(calendar|arrears)/)
  for (const [path, call] of [
    ['horario', api.getCalendar.path], // long enough to come in chunks
    ['asistencia', api.getArrears.path],
  ] as const) {
    const seen = () => line.requests.filter((asked) => asked.startsWith(`${API}${call}?`)).length
    const before = seen()
    await page.goto(`/app/${path}`)
    await expect(notice(page)).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect(seen() - before, path).toBe(2)
  }
})

test('a write that breaks off is not sent again', async ({ page, line }) => {
  await page.goto('/login')
  await line.cut(/\/auth\/login/)
  await fillLogin(page, CAROLINA)
  await expect(page.getByRole('alert')).toContainText('Error en el servicio')
  expect(line.requests.filter((path) => path.includes('/auth/login'))).toHaveLength(1)
  expect(await isSignedIn(page)).toBe(false)
})

for (const [name, answer] of Object.entries(captivePortals)) {
  test(`a net that answers everything with ${name} is a failure: no data, no sign-out, nothing kept`, async ({
    page,
    line,
    enterKept,
  }) => {
    await enterKept('/app/asistencia')
    const figure = page.getByRole('main').getByText(/%/).first()
    await expect(figure).toBeVisible()
    const before = await figure.textContent()
    await line.portal(answer)
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await expect(notice(page)).toBeVisible()
    expect(await figure.textContent()).toBe(before)
    await page.goto('/app/companeros') // the page itself is the worker's
    await expect(page.getByRole('heading', { level: 1, name: 'Compañeros' })).toBeVisible()
    await expect(notice(page)).toBeVisible()
    expect(await isSignedIn(page)).toBe(true)
    await line.restore()
    await page.reload()
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await expect(notice(page)).toHaveCount(0)
    const kept = await page.evaluate(async () =>
      (await caches.match('/index.html', { ignoreSearch: true }))?.text(),
    )
    expect(kept).toContain('id="root"')
  })
}
