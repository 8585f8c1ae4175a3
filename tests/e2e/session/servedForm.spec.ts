import type { Page } from '@playwright/test'
import { waitForWorker } from '../support/network/networkTest.ts'
import { CAROLINA, expect, fillLogin, PASSWORD, test } from '../support/support.ts'

/** Delays the app's code until the returned function is called. */
async function delayCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/entry-*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const emailField = (page: Page) => page.getByLabel('Correo electrónico')
const passwordField = (page: Page) => page.getByLabel('Contraseña', { exact: true })
/** Returns the app's root element while it holds the prerendered form, which the app's code has not yet taken over. */
const servedRoot = (page: Page) => page.locator('#root[data-served]')

test('accepts typing before the app’s code has loaded, and keeps the text', async ({ page }) => {
  const releaseCode = await delayCode(page)
  await page.goto('/', { waitUntil: 'commit' })
  await passwordField(page).fill(PASSWORD)
  await emailField(page).pressSequentially('apoderada')
  await page.keyboard.press('ArrowLeft')
  const field = await emailField(page).elementHandle()
  await page.evaluate(() => {
    const shifts = Object.assign(window, { shifts: [] as PerformanceEntry[] }).shifts
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift' })
  })
  await expect(servedRoot(page)).toHaveCount(1)
  releaseCode()
  await expect(servedRoot(page)).toHaveCount(0)
  const isSame = await field?.evaluate((node) => node.isConnected && node === document.activeElement)
  expect(isSame).toBe(true)
  await page.keyboard.type('X')
  await expect(emailField(page)).toHaveValue('apoderadXa')
  await expect(passwordField(page)).toHaveValue(PASSWORD)
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => Reflect.get(window, 'shifts').length)).toBe(0)
})

test('submitted before the app’s code has loaded, it is sent once the code has loaded, and never by the browser', {
  tag: '@short',
}, async ({ page }) => {
  const releaseCode = await delayCode(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/auth/login') || request.method() === 'POST') sent.push(request.url())
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await fillLogin(page, CAROLINA)
  await passwordField(page).press('Enter')
  await expect(page.locator('#root[data-served=sent]')).toHaveCount(1)
  expect([new URL(page.url()).href, sent]).toEqual([expect.stringMatching(/\/login$/), []])
  releaseCode()
  await expect(page).toHaveURL(/\/app\/inicio$/)
  expect(sent).toEqual([expect.stringMatching(/\/api\/.+\/auth\/login$/)])
})

test('tapped before the app’s code has loaded, Mostrar shows the password afterwards, unless it is tapped again', async ({
  page,
  browser,
}) => {
  for (const [device, taps, type] of [
    [page, 1, 'text'],
    [await browser.newPage(), 2, 'password'],
  ] as const) {
    const releaseCode = await delayCode(device)
    await device.goto(`${process.env.E2E_URL}/login`, { waitUntil: 'commit' })
    await passwordField(device).fill(PASSWORD)
    for (let tap = 0; tap < taps; tap += 1) await device.getByRole('button', { name: 'Mostrar' }).click()
    await expect(passwordField(device)).toHaveAttribute('type', 'password')
    releaseCode()
    await expect(device.locator('#root:not([data-served]) form')).toBeVisible()
    await expect(passwordField(device)).toHaveAttribute('type', type)
    await expect(passwordField(device)).toHaveValue(PASSWORD)
  }
})

test('without the script that holds it, submitting leads nowhere', async ({ page }) => {
  await page.route('**/theme.js', (route) => route.abort())
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() || request.method() === 'POST') sent.push(request.url())
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  await fillLogin(page, CAROLINA)
  await passwordField(page).press('Enter')
  await expect(passwordField(page)).toHaveValue(PASSWORD)
  expect(sent).toEqual([page.url()])
  expect(page.url()).toMatch(/\/login$/)
})

test('is rendered before the app’s code is requested', async ({ page }) => {
  await page.goto('/login')
  await expect(servedRoot(page)).toHaveCount(0)
  const [styled = Infinity, asked = 0] = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const file = (part: string) => files.find(({ name }) => name.includes(part))
    return [file('.css')?.responseEnd, file('/entry-')?.startTime]
  })
  expect(asked).toBeGreaterThan(styled)
})

/** Returns each element with its attributes and its own text, without the values of ids, which React generates. */
const formElements = (page: Page) =>
  page.locator('#root *').evaluateAll((nodes) =>
    nodes.map((node) => {
      const isId = (name: string) => ['id', 'for', 'aria-controls'].includes(name)
      const attributes = Array.from(node.attributes, ({ name, value }) => `${name}=${isId(name) || value}`)
      const text = Array.from(node.childNodes, (child) => (child instanceof Text ? child.data : ''))
      return [node.tagName, ...attributes.sort(), text.join('')].join(' ')
    }),
  )

test('equals what the app itself renders', async ({ page }) => {
  const releaseCode = await delayCode(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible()
  const before = await formElements(page)
  expect(before.length).toBeGreaterThan(40)
  releaseCode()
  await expect(servedRoot(page)).toHaveCount(0)
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ingresa a tu cuenta' })).toBeVisible()
  expect(await formElements(page)).toEqual(before)
})

test('does not show to a parent who is signed in', async ({ page, signIn }) => {
  await signIn()
  const releaseCode = await delayCode(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(servedRoot(page)).toBeHidden()
  await expect(emailField(page)).toBeHidden()
  releaseCode()
  await expect(page).toHaveURL(/\/app\/inicio$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('is shown at once, also without the server', async ({ page, context }) => {
    await page.goto('/login')
    await waitForWorker(page)
    await context.setOffline(true)
    const response = await page.reload()
    expect(await response?.text()).toContain('<form')
    await emailField(page).fill(CAROLINA)
    await expect(emailField(page)).toHaveValue(CAROLINA)
    await expect(servedRoot(page)).toHaveCount(0)
  })
})
