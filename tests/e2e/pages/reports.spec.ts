import { expect, test } from '../support/support.ts'

type Page = import('@playwright/test').Page
const certificates = ['Certificado de alumno regular', 'Certificado de notas', 'Certificado de matrícula']

/** Fixes Math.random, by which the page chooses how a download ends. */
const fixRandom = (page: Page, outcome: number) =>
  page.addInitScript((value) => {
    Math.random = () => value
  }, outcome)

const downloadButton = (page: Page, certificate: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: certificate })
    .getByRole('button', { name: /^Descargar/ })

test('lists three certificates, reached from Inicio', async ({ page, enter }) => {
  await enter('/app/inicio')
  await page.getByRole('link', { name: 'Reportes y certificados' }).click()
  await expect(page).toHaveURL(/\/app\/reportes$/)
  for (const certificate of certificates) await expect(downloadButton(page, certificate)).toBeVisible()
})

for (const [outcome, role, text, ms] of [
  ['success', 'status', '¡Tu reporte ha sido descargado!', 2_000],
  ['error', 'alert', 'Ha ocurrido un error', 3_000],
] as const) {
  test(`a download shows its progress and ends in ${outcome}`, async ({ page, enter }) => {
    // Only the page knows whether a random number below or above one half means success. The test tries one of each,
    // and one of the two downloads must end with this text.
    let isSeen = false
    for (const value of [0.01, 0.99]) {
      await fixRandom(page, value)
      await enter('/app/reportes')
      await downloadButton(page, certificates[0] as string).click()
      await expect(page.getByRole('progressbar').first()).toBeVisible()
      const toast = page.locator('.toast')
      await expect(toast).toBeVisible()
      const startedAt = Date.now()
      if (!(await toast.textContent())?.includes(text)) continue
      isSeen = true
      await expect(page.getByRole(role).filter({ hasText: text })).toBeVisible()
      await expect(toast).toHaveCount(0)
      expect(Date.now() - startedAt).toBeGreaterThan(ms - 800)
      expect(Date.now() - startedAt).toBeLessThan(ms + 2_000)
    }
    expect(isSeen).toBe(true)
  })
}

test('a page that was left shows no toast', async ({ page, enter }) => {
  await page.clock.install()
  await enter('/app/reportes')
  await page.clock.pauseAt(Date.now() + 10_000)
  await downloadButton(page, certificates[1] as string).click()
  await page.getByRole('navigation', { name: 'Accesos' }).getByRole('link', { name: 'Inicio' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
  await page.clock.runFor(2_000) // The download is over, and its toast would still be visible.
  await expect(page.locator('.toast')).toHaveCount(0)
})
