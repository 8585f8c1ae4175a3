import { api } from '@apoderados/contract/calls/api'
import type { Page, Request } from '@playwright/test'
import { API, expect, test } from '../support/support.ts'

function collectErrorReports(page: Page): Request[] {
  const reports: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === API + api.reportClientError.path) reports.push(request)
  })
  return reports
}

/** Makes the code of Reportes fail with a message that must not leave the device. */
const breakReportesPage = (page: Page) =>
  page.route('**/assets/records-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new RangeError("Martina, 12.345.678-5")' }),
  )
const errorHeading = (page: Page) => page.getByRole('heading', { name: 'No se pudo abrir la página' })

test('a page that crashes is reported once, with the position in its code and without its message', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/Martina/)
  await breakReportesPage(page)
  const reports = collectErrorReports(page)
  await signIn()
  await page.goto('/app/reportes?evento=7')
  await expect(errorHeading(page)).toBeVisible()
  await expect.poll(() => reports.length).toBe(1)
  const [report] = reports
  expect(report?.postDataJSON()).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    page: '/app/reportes',
    error: 'RangeError',
    stack: [expect.stringMatching(/^records-[\w-]+\.js:1:7$/)],
  })
  expect(report?.headers().authorization).toBeUndefined()
  expect((await report?.response())?.status()).toBe(200)
})

test('an error that no page catches is also reported, and only once', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Martina/)
  const reports = collectErrorReports(page)
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (let time = 0; time < 3; time += 1) {
    await page.evaluate(() => {
      const error = new TypeError('Martina')
      error.stack = `TypeError: Martina\n    at x (${location.origin}/assets/entry-C0.js:3:14)`
      void Promise.reject(error)
      setTimeout(() => {
        throw error
      })
    })
  }
  await expect.poll(() => reports.length).toBe(1)
  expect(reports[0]?.postDataJSON()).toMatchObject({
    ...{ page: '/login', error: 'TypeError' },
    stack: ['entry-C0.js:3:14'],
  })
})

test('without a network nothing is sent, neither at once nor later', async ({
  page,
  context,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/Martina/)
  const reports = collectErrorReports(page)
  await signIn()
  await page.waitForLoadState('networkidle') // Afterwards the code that sends reports has loaded.
  await context.setOffline(true)
  await page.evaluate(async () => {
    const error = new TypeError('Martina')
    error.stack = `at (${location.origin}/assets/entry-C0.js:3:14)`
    dispatchEvent(new ErrorEvent('error', { error }))
    // The page imports the code for reports again. This later import ends after that one, with the report dropped.
    const code = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/assets/answers-'))
    await new Promise((resolve) => setTimeout(resolve))
    await import(code?.name ?? 'missing code')
  })
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Agenda' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible()
  expect(reports).toEqual([])
})
