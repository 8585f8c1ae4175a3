import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../../support/chromium.ts'
import { startCountingProxy } from '../support/network/countingProxy.ts'
import { waitForWorker } from '../support/network/networkTest.ts'
import { CAROLINA, expect, fillLogin, responseOf, test } from '../support/support.ts'

const distFolder = join(import.meta.dirname, '../../../apps/web/dist')

test.use({ serviceWorkers: 'allow' })

async function installabilityErrorsOf(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  return (await devtools.send('Page.getInstallabilityErrors')).installabilityErrors
}

test('a browser reports no obstacle to installing the app', async ({ baseURL }) => {
  // The contexts of the other tests are incognito windows, in which Chromium installs nothing.
  const folder = mkdtempSync(join(tmpdir(), 'apoderados-browser-'))
  const context = await chromium.launchPersistentContext(folder, chromiumOptions({ isWhole: true }))
  const page = context.pages()[0] ?? (await context.newPage())
  expect(await installabilityErrorsOf(page), 'Chromium itself, not the one without a window').not.toEqual([])
  await page.goto(`${baseURL}/login`)
  await waitForWorker(page)
  expect(await installabilityErrorsOf(page)).toEqual([])
  const devtools = await page.context().newCDPSession(page)
  const { errors, data = '' } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data)
  expect(manifest).toMatchObject({
    id: '/app/inicio',
    name: 'Apoderados',
    lang: 'es-CL',
    start_url: '/app/inicio',
    display: 'standalone',
  })
  expect(manifest.shortcuts.map(({ name }: { name: string }) => name)).toEqual([
    'Agenda',
    'Horario',
    'Calificaciones',
  ])
  const pictures = [
    ...manifest.icons,
    ...manifest.shortcuts.flatMap(({ icons }: { icons: object[] }) => icons),
  ]
  for (const { src, sizes } of [...pictures, { src: '/icons/apple-touch-icon.png', sizes: '180x180' }]) {
    const size = await page.evaluate(async (url) => {
      const { width, height } = await createImageBitmap(await (await fetch(url)).blob())
      return `${width}x${height}`
    }, src)
    expect(size, src).toBe(sizes)
  }
  await context.close()
  rmSync(folder, { recursive: true, force: true })
})

test('worker and manifest are revalidated each time, and a missing file is not answered with the app', async ({
  request,
}) => {
  const [worker, manifest, gone] = await Promise.all(
    ['/sw.js', '/manifest.webmanifest', '/assets/AgendaPage-gone.js'].map((path) => request.get(path)),
  )
  expect(worker?.headers()).toMatchObject({
    'content-type': expect.stringMatching(/^(text|application)\/javascript/),
    'content-encoding': expect.stringMatching(/br|gzip/),
    'cache-control': 'no-cache',
  })
  expect(manifest?.headers()).toMatchObject({
    'content-type': expect.stringMatching(/^application\/manifest\+json/),
    'cache-control': 'no-cache',
  })
  expect(gone?.status()).toBe(404)
})

/** Returns the link of the first document of the year that Martina can see. */
async function documentLink(page: Page): Promise<string> {
  const year = new Date().getFullYear()
  const range = { date_start: `01/01/${year}`, date_end: `31/12/${year}` }
  const { diary_counts } = await responseOf(page, 'countDiaryEvents', { student_id: 1, ...range })
  for (const day of Object.keys(diary_counts).sort()) {
    const date = day.split('-').reverse().join('/')
    const events = await responseOf(page, 'getDiaryEvents', { student_id: 1, date })
    const link = events.find(({ document }) => document !== null)?.document
    if (link) return link
  }
  throw new Error('The demo has documents')
}

/** Returns the paths that the worker has cached. */
const readCachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(stores.map((store) => store.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('the worker caches the files of the build and no data of a parent', { tag: '@short' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await waitForWorker(page)
  for (const path of ['agenda', 'horario', 'calificaciones', 'observaciones', 'asistencia', 'companeros']) {
    await page.goto(`/app/${path}`)
    await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  await expect(page.locator('img[src*="/photos/"]').first()).toBeVisible()
  const size = await page.evaluate(
    async (link) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('auth_token')}` }
      return (await (await fetch(link, { headers })).blob()).size
    },
    await documentLink(page),
  )
  expect(size).toBeGreaterThan(100)
  const cachedPaths = await readCachedPaths(page)
  const built = readdirSync(distFolder, { recursive: true, encoding: 'utf8' }).map((file) => `/${file}`)
  expect(cachedPaths.length).toBeGreaterThan(20)
  expect(cachedPaths.filter((path) => !built.includes(path))).toEqual([])
  expect(cachedPaths.filter((path) => /native|^\/icons/.test(path))).toEqual([])
})

const BYTES_PER_KB = 1000

test.describe('the download size of the app on a phone', () => {
  type Responses = { path: string; bytes: number }[]
  const pathsOf = (responses: Responses) => responses.map(({ path }) => path).join(' ')
  /** A file that browsers request at will. */
  const uncounted = '/favicon.svg'
  /** Sums up the files of the app, without the responses of the API. */
  const downloadOf = (responses: Responses) => {
    const files = responses.filter(({ path }) => !path.startsWith('/api/') && path !== uncounted)
    return { requests: files.length, bytes: files.reduce((total, { bytes }) => total + bytes, 0) }
  }

  test('is limited for the first visit with its worker, and nothing is loaded again after the sign-in', async ({
    browser,
    serverUrl,
  }) => {
    const proxy = await startCountingProxy(serverUrl)
    const context = await browser.newContext({ baseURL: proxy.url, serviceWorkers: 'allow' })
    const page = await context.newPage()
    await page.goto('/login')
    await waitForWorker(page)
    await page.waitForLoadState('networkidle')
    const before = downloadOf(proxy.responses)
    expect(before.bytes).toBeGreaterThan(100 * BYTES_PER_KB)
    expect(before.bytes).toBeLessThanOrEqual(310 * BYTES_PER_KB)
    await fillLogin(page, CAROLINA)
    await expect(page).toHaveURL(/\/app\/inicio$/)
    await page.waitForLoadState('networkidle')
    expect(downloadOf(proxy.responses).bytes, pathsOf(proxy.responses)).toBe(before.bytes)
    await context.close()
    await proxy.stop()
  })
})
