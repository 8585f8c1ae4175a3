import type { Page } from '@playwright/test'
import { waitForWorker } from '../support/network/networkTest.ts'
import { startWebFront } from '../support/network/webFront.ts'
import { test as base, CAROLINA, expect } from '../support/support.ts'

type WebFrontServer = Awaited<ReturnType<typeof startWebFront>>

const test = base.extend<{ front: WebFrontServer }>({
  front: async ({ serverUrl }, use) => {
    const front = await startWebFront(serverUrl)
    await use(front)
    await front.stop()
  },
  baseURL: async ({ front }, use) => use(front.url),
})

const notice = (page: Page) => page.getByRole('complementary', { name: 'Versión nueva' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Returns the entry script of this page, whose name differs between builds. */
const entryScript = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[src*="/entry-"]')?.src)

/** Simulates that a parent returns to the app. */
const returnToTab = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

const followLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Accesos' }).getByRole('link', { name }).click()

test.describe('a new version', () => {
  test.use({ serviceWorkers: 'allow' })
  test.beforeEach(({ expectedErrors }) => {
    expectedErrors.push(/dynamically imported module/) // A page whose old code is gone logs this and reloads.
  })

  test('is offered quietly, can be put off, and opens at the same page', async ({ page, front, enter }) => {
    await enter('/app/agenda')
    await waitForWorker(page)
    const before = await entryScript(page)
    front.deploy()
    await returnToTab(page)
    await expect(notice(page).getByRole('status')).toHaveText('Hay una versión nueva de Apoderados')
    await notice(page).getByRole('button', { name: 'Ahora no' }).click()
    await expect(notice(page)).toHaveCount(0)
    expect(await entryScript(page)).toBe(before)
    await page.reload()
    await notice(page).getByRole('button', { name: 'Usar la nueva' }).click()
    await expect.poll(() => entryScript(page).catch(() => before)).not.toBe(before)
    await expect(heading(page, 'Agenda')).toBeVisible()
    await expect(notice(page)).toHaveCount(0)
  })

  test('keeps typed text: it opens with the next page', async ({ page, front }) => {
    await page.goto('/auth/recuperar_contraseña')
    await waitForWorker(page)
    const before = await entryScript(page)
    await page.getByLabel('Correo electrónico').fill(CAROLINA)
    front.deploy()
    await returnToTab(page)
    await notice(page).getByRole('button', { name: 'Usar la nueva' }).click()
    await expect(notice(page)).toContainText('así no pierdes lo escrito')
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(CAROLINA)
    expect(await entryScript(page)).toBe(before)
    await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
    await expect.poll(() => entryScript(page).catch(() => before)).not.toBe(before)
    await expect(page).toHaveURL(/\/login$/)
    await expect(heading(page, 'Ingresa a tu cuenta')).toBeVisible()
    await expect(page.locator('#root')).not.toHaveAttribute('data-served') // The app's code has loaded.
  })

  test('is offered again after an earlier one was opened, and does not replace an open page', async ({
    page,
    front,
    enter,
  }) => {
    await enter('/app/agenda')
    await waitForWorker(page)
    front.deploy()
    await returnToTab(page)
    const before = await entryScript(page)
    await notice(page).getByRole('button', { name: 'Usar la nueva' }).click()
    await expect.poll(() => entryScript(page).catch(() => before)).not.toBe(before)
    await waitForWorker(page)
    const second = await entryScript(page)
    front.deploy()
    await returnToTab(page)
    await expect(notice(page).getByRole('status')).toHaveText('Hay una versión nueva de Apoderados')
    expect(await entryScript(page)).toBe(second)
  })

  for (const path of ['/login', '/auth/recuperar_contraseña']) {
    test(`whose old code disappears while ${path} loads reloads the app once`, async ({ page, front }) => {
      await page.goto(path)
      await waitForWorker(page)
      front.deploy() // The server no longer has the old files, and the test removes them from the worker's cache.
      await page.evaluate(async () => {
        for (const name of await caches.keys()) {
          const cache = await caches.open(name)
          for (const request of await cache.keys())
            if (request.url.includes('/entry-')) await cache.delete(request)
        }
      })
      let visits = 0
      page.on('request', (request) => {
        if (request.isNavigationRequest()) visits += 1
      })
      await page.reload()
      await expect.poll(() => page.evaluate(() => history.state?.hasReloaded).catch(() => false)).toBe(true)
      await expect(page.getByText('La página tarda más de lo normal.')).toBeVisible()
      expect(visits).toBe(2)
    })
  }

  test('opened in one tab reaches the other one only at its next page', async ({
    page,
    front,
    enter,
    context,
  }) => {
    await enter('/app/inicio')
    await waitForWorker(page)
    const before = await entryScript(page)
    const otherTab = await context.newPage()
    await otherTab.goto('/app/agenda')
    await expect(heading(otherTab, 'Agenda')).toBeVisible()
    front.deploy()
    await returnToTab(page)
    await notice(page).getByRole('button', { name: 'Usar la nueva' }).click()
    await expect.poll(() => entryScript(page).catch(() => before)).not.toBe(before)
    expect(await entryScript(otherTab)).toBe(before)
    await followLink(otherTab, 'Horario')
    await expect.poll(() => entryScript(otherTab).catch(() => before)).not.toBe(before)
    await expect(heading(otherTab, 'Horario')).toBeVisible()
  })
})

test.describe('a tab that is older than the server', () => {
  test.beforeEach(({ expectedErrors }) => {
    expectedErrors.push(/dynamically imported module|preload CSS/)
  })

  /**
   * Prevents that the page loads the code of Horario before the deploy. The pattern matches only the name in the first
   * build, because `front.deploy` makes the names longer.
   */
  const preventPrefetch = (page: Page) =>
    page.route(/TimetablePage-[\w-]{8}\.js/, (route) => route.fulfill({ status: 404 }))

  test('reloads once when it needs code that no longer exists', async ({ page, front, enter }) => {
    await preventPrefetch(page)
    await enter('/app/inicio')
    await page.waitForLoadState('networkidle')
    const before = await entryScript(page)
    const requested = front.pageRequests.length
    front.deploy()
    await followLink(page, 'Horario')
    await expect(heading(page, 'Horario')).toBeVisible()
    expect(await entryScript(page)).not.toBe(before)
    // The one reload may also come before the tap on Horario, if a chunk that Inicio loads late has failed.
    expect(front.pageRequests.slice(requested)).toHaveLength(1)
  })

  test('also reloads after a start at the sign-in', async ({ page, front }) => {
    await preventPrefetch(page)
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').fill(CAROLINA)
    await page.getByLabel('Contraseña', { exact: true }).fill('demo1234')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await expect(heading(page, 'Hola, Carolina')).toBeVisible()
    await page.waitForLoadState('networkidle')
    const requested = front.pageRequests.length
    front.deploy()
    await followLink(page, 'Horario')
    await expect(heading(page, 'Horario')).toBeVisible()
    // The one reload may also come before the tap on Horario, if a chunk that Inicio loads late has failed.
    expect(front.pageRequests.slice(requested)).toHaveLength(1)
  })

  test('never reloads twice: it then reports that the page does not open', async ({ page, front, enter }) => {
    await enter('/app/inicio')
    await page.waitForLoadState('networkidle')
    // The server seems to have a newer build after every reload.
    await page.route(/TimetablePage-.*\.js/, (route) => route.fulfill({ status: 404 }))
    await page.route(/updates-.*\.js/, (route) =>
      route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.continue(),
    )
    await followLink(page, 'Horario')
    await expect(heading(page, 'No se pudo abrir la página')).toBeVisible()
    await expect.poll(() => front.pageRequests.filter((path) => path === '/app/horario')).toHaveLength(1)
    await expect(heading(page, 'No se pudo abrir la página')).toBeVisible()
    await page.unroute(/TimetablePage-.*\.js/)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(heading(page, 'Horario')).toBeVisible()
  })
})
