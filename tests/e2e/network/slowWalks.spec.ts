import type { Page } from '@playwright/test'
import { test, waitForCachedApp } from '../support/network/networkTest.ts'
import { CAROLINA, expect, fillLogin } from '../support/support.ts'

// These tests print the times that they measure. `npm run client -w tests/reliability` runs them one at a time.

test.use({ serviceWorkers: 'allow' })
test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/ERR_/)
})

/** The path and the heading of each page, and the selector of its data. */
const PAGES = [
  ['/app/agenda', 'Agenda', '[role=grid] [data-count]'],
  ['/app/horario', 'Horario', '[role=tabpanel]'],
  ['/app/calificaciones', 'Calificaciones', '[role=tabpanel] li'],
  ['/app/observaciones', 'Observaciones', 'main li'],
  ['/app/asistencia', 'Asistencia', 'main .figure, main meter, main [role=meter], main li'],
  ['/app/companeros', 'Compañeros', 'main li'],
  ['/app/configuraciones', 'Configuraciones', 'main li'],
] as const

/** Opens a page by its link in the menu, so that the app's code is not loaded again. */
async function goTo(page: Page, path: string) {
  await page.getByRole('button', { name: 'Menú' }).click()
  await page.getByRole('dialog').locator(`a[href="${path}"]`).click()
}

async function signIn(page: Page) {
  await page.goto('/login')
  await fillLogin(page, CAROLINA)
  await expect(page.getByRole('heading', { level: 1, name: /Inicio|Hola/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Martina')
}

async function openEachPage(page: Page, retries: boolean) {
  for (const [path, title, content] of PAGES) {
    await goTo(page, path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const retry = page.getByRole('main').getByRole('button', { name: 'Reintentar' })
    await expect(async () => {
      if (retries && (await retry.isVisible())) await retry.click()
      await expect(page.locator(content).first()).toBeVisible({ timeout: 3_000 })
    }).toPass()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  }
}

test('with 300 ms each way and 2 % of the segments lost, sign-in, Inicio and each page load', async ({
  page,
  line,
}) => {
  page.setDefaultTimeout(60_000)
  const slow = expect.configure({ timeout: 60_000 })
  line.degrade({ delayMs: 300, loss: 0.02 })
  const start = performance.now()
  await page.goto('/login')
  await slow(page.getByRole('heading', { level: 1 })).toBeVisible()
  const formShown = performance.now()
  await fillLogin(page, CAROLINA)
  await slow(page.getByRole('heading', { level: 1, name: /Inicio|Hola/ })).toBeVisible()
  const signedInAt = performance.now()
  await openEachPage(page, true)
  const durations = [formShown - start, signedInAt - formShown, performance.now() - signedInAt].map((ms) =>
    Math.round(ms),
  )
  console.log(
    `300 ms each way, 2 % lost: /login ${durations[0]} ms, sign-in ${durations[1]} ms, seven pages ${durations[2]} ms`,
  )
})

const BYTES_PER_KILOBIT = 1000 / 8

test('with slow 4G and a processor 4 times slower, the same pages load', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600 * BYTES_PER_KILOBIT,
    uploadThroughput: 750 * BYTES_PER_KILOBIT,
  })
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('h1')) return
      performance.mark('usable')
      observer.disconnect()
    }).observe(document, { subtree: true, childList: true })
  })
  const times = async (visit: string) => {
    const read = () =>
      page.evaluate(() =>
        ['first-contentful-paint', 'usable'].map((name) => performance.getEntriesByName(name)[0]?.startTime),
      )
    await expect.poll(async () => (await read()).every((time) => time !== undefined)).toBe(true)
    const [paint = 0, usable = 0] = await read()
    console.log(
      `Slow 4G, CPU 4× slower, ${visit}: paint ${Math.round(paint)} ms, usable ${Math.round(usable)} ms`,
    )
  }
  await page.goto('/login')
  await times('first visit to /login')
  await signIn(page)
  await openEachPage(page, false)
  await waitForCachedApp(page)
  await page.goto('/app/inicio')
  await times('next visit to Inicio')
})
