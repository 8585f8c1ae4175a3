import { expect, test } from '../support/support.ts'

/** A little more than the 15 s that the app waits for the code of a page. */
const AFTER_CODE_TIMEOUT_MS = 16_000

test('a page whose code never arrives shows an error, and opens when it is tried again', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/The code did not come/)
  await page.clock.install()
  await signIn()
  await page.route(/TimetablePage-.*\.js/, () => undefined) // The request is neither answered nor refused.
  await page.getByRole('navigation', { name: 'Accesos' }).getByRole('link', { name: 'Horario' }).click()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(1)
  await page.clock.fastForward(AFTER_CODE_TIMEOUT_MS)
  await expect(page.getByRole('alert')).toContainText('No se pudo abrir la página')
  await expect(page.getByRole('navigation', { name: 'Accesos' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Horario' })).toBeVisible()
})

test('a start whose script never arrives shows an error without any script', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  let isFirst = true
  await page.route(/entry-.*\.js/, (route) => {
    if (!isFirst) void route.continue()
    isFirst = false // The request is neither answered nor refused.
  })
  await page.goto('/login?desde=correo', { waitUntil: 'commit' })
  const notice = page.getByText('La página tarda más de lo normal.')
  await expect(notice).toBeAttached()
  await expect(notice).toBeHidden()
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 60 })
  await expect(notice).toBeVisible()
  await page.getByRole('link', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ingresa a tu cuenta' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('?desde=correo')
})
