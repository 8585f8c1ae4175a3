import { config } from '../../../apps/web/src/config.ts'
import { periodTab, subjectRows } from '../support/gradesPage.ts'
import { API, expect, test } from '../support/support.ts'

test.beforeEach(async ({ page, enter }) => {
  await enter('/app/calificaciones')
  await expect(subjectRows(page).first()).toBeVisible()
})

const AVERAGES_URL = `**${API}/qualifications/period_qualifications/**`

test('opened by its address, it sends its first calls before its code has loaded, and each call once', async ({
  browser,
  context,
}) => {
  const fresh = await browser.newContext({
    storageState: await context.storageState(),
    serviceWorkers: 'block',
  })
  const page = await fresh.newPage()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith(`${API}/qualifications/`)) calls.push(pathname + search)
  })
  const { promise: isCodeSent, resolve: sendCode } = Promise.withResolvers<void>()
  await page.route('**/assets/entry-*.js', (route) => isCodeSent.then(() => route.continue()))
  await page.goto('/app/calificaciones', { waitUntil: 'commit' })
  await expect.poll(() => calls).toHaveLength(2)
  sendCode()
  await expect(subjectRows(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(calls.length).toBeGreaterThan(2)
  expect(calls).toEqual([...new Set(calls)])
  await fresh.close()
})

test('a tab that was shown before appears without waiting', async ({ page }) => {
  await periodTab(page, '2° Semestre').click()
  await expect(periodTab(page, '2° Semestre')).toHaveAttribute('aria-selected', 'true')
  await page.waitForLoadState('networkidle')
  await page.route(AVERAGES_URL, () => undefined) // The request is never answered.
  await periodTab(page, '1° Semestre').click()
  await expect(subjectRows(page).first()).toBeVisible()
  await expect(page.getByText('Cargando')).toHaveCount(0)
})

test('a page that was shown before renders at once and is refetched in the background', async ({ page }) => {
  const bar = page.getByRole('navigation', { name: 'Accesos' })
  await page.waitForLoadState('networkidle')
  await page.evaluate((ms) => {
    const realNow = Date.now
    Date.now = () => realNow() + ms // Time has passed, so no answer counts as fresh.
  }, config.answerFreshMs)
  await bar.getByRole('link', { name: 'Agenda' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agenda')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(AVERAGES_URL, async (route) => {
    await released
    await route.continue()
  })
  const [asked, answered] = [page.waitForRequest(AVERAGES_URL), page.waitForResponse(AVERAGES_URL)]
  await bar.getByRole('link', { name: 'Notas' }).click()
  await expect(subjectRows(page).first()).toBeVisible()
  await expect(page.getByText('Cargando')).toHaveCount(0)
  await asked
  release()
  expect((await answered).ok()).toBe(true)
})
