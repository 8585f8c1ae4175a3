import { subjectRows } from '../support/gradesPage.ts'
import { API, expect, test } from '../support/support.ts'

test.beforeEach(async ({ page, enter }) => {
  await enter('/app/calificaciones')
  await expect(subjectRows(page).first()).toBeVisible()
})

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
