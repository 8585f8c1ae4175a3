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
  page.route('**/assets/ReportsPage-*.js', (route) =>
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
    stack: [expect.stringMatching(/^ReportsPage-[\w-]+\.js:1:7$/)],
  })
  expect(report?.headers().authorization).toBeUndefined()
  expect((await report?.response())?.status()).toBe(200)
})
