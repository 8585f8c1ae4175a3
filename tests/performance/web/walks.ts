import type { Browser, BrowserContext, Page } from '@playwright/test'
import { throwIfAborted } from '../../support/suite.ts'
import { enter, entryTime, markWhenShown, slowDown, timeTouch } from './device.ts'
import { median, reportFigure } from './report.ts'
import type { WebBenchmark } from './webBenchmark.ts'

const GRADES = '[role=tabpanel] .grades-list li'
const TIMETABLE = '[role=tabpanel] .day-list li'
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  hasTouch: true,
  isMobile: true,
  locale: 'es-CL',
  timezoneId: 'America/Santiago',
}

type Walk = { browser: Browser; stage: WebBenchmark; runs: number }
/** The measured times in ms by name. */
type Times = Record<string, number>

/** Repeats `walk`, each time with empty storage; returns the median of each time. */
async function medians({ browser, runs }: Walk, walk: (context: BrowserContext) => Promise<Times>) {
  const all: Times[] = []
  for (let run = 0; run < runs; run++) {
    throwIfAborted()
    const context = await browser.newContext(phone)
    try {
      all.push(await walk(context))
    } finally {
      await context.close()
    }
  }
  return (name: string) => median(all.map((times) => times[name] ?? Number.NaN))
}

async function openSlowly(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(address, { waitUntil: 'commit' })
  return page
}

const firstPaint = (page: Page) => entryTime(page, 'paint', 'first-contentful-paint')

/** Measures a first visit without a session. */
export async function login(walk: Walk): Promise<boolean[]> {
  const { url } = walk.stage
  const of = await medians(walk, async (context) => {
    await markWhenShown(context, '#root:not([data-served]) form')
    const page = await openSlowly(context, `${url}/login`)
    await page.getByLabel('Correo electrónico').fill('apoderada@example.com')
    const typeable = await page.evaluate(() => performance.now())
    const [paint, formReady] = [await firstPaint(page), await entryTime(page, 'mark', 'shown')]
    return { paint, typeable: Math.max(typeable, paint), formReady }
  })
  return [
    reportFigure({ name: '/login: first paint', figure: of('paint'), unit: 'ms', target: { atMost: 900 } }),
    reportFigure({
      name: '/login: takes typing',
      figure: of('typeable'),
      unit: 'ms',
      target: { atMost: 2000 },
    }),
    reportFigure({ name: '/login: the app answers the form', figure: of('formReady'), unit: 'ms' }),
  ]
}

/** Measures a signed-in parent opening a page by its address, on a device without cached code or data. */
export async function byAddress(walk: Walk): Promise<boolean[]> {
  const { url, session } = walk.stage
  const verdicts: boolean[] = []
  const pages = [
    ['/app/inicio', 'main dl', 2000],
    ['/app/observaciones', 'main li', 2000],
    ['/app/calificaciones', GRADES, 1700],
  ] as const
  for (const [path, selector, atMost] of pages) {
    const of = await medians(walk, async (context) => {
      await enter(context, url, session)
      await markWhenShown(context, selector)
      const page = await openSlowly(context, `${url}${path}`)
      return { usable: await entryTime(page, 'mark', 'shown'), paint: await firstPaint(page) }
    })
    verdicts.push(
      reportFigure({
        name: `${path} by address: first paint`,
        figure: of('paint'),
        unit: 'ms',
        target: { atMost: 900 },
      }),
      reportFigure({
        name: `${path} by address: usable`,
        figure: of('usable'),
        unit: 'ms',
        target: { atMost },
      }),
    )
  }
  return verdicts
}

/** Skips Playwright's check of the element under the finger, which would be part of the measured time. */
const withoutChecks = { force: true }

const shortcut = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Accesos' }).getByRole('link', { name })

/** Measures touches: from the loaded page Inicio to other pages, a subject, and another student. */
export async function byTouch(walk: Walk): Promise<boolean[]> {
  const { url, session } = walk.stage
  const of = await medians(walk, async (context) => {
    await enter(context, url, session)
    const page = await openSlowly(context, `${url}/app/inicio`)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(3000) // as long as a parent would look at the page
    await page.waitForLoadState('networkidle')
    const timeShortcut = (name: string, selector: string) =>
      timeTouch(page, () => shortcut(page, name).tap(withoutChecks), { selector })
    const tap = await timeShortcut('Notas', GRADES)
    await timeShortcut('Horario', TIMETABLE)
    const cached = await timeShortcut('Notas', GRADES)
    const subject = page.locator(GRADES).first()
    const sheet = await timeTouch(page, () => subject.tap(withoutChecks), { selector: 'dialog[open] h2' })
    await page.waitForLoadState('networkidle')
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).tap()
    await page.locator('.student-bar button[aria-haspopup=dialog]').tap()
    const other = page.getByRole('dialog').getByRole('button', { name: /Tomás/ })
    // The page shows the other student before the data has arrived.
    const studentShown = await timeTouch(page, () => other.tap(), {
      ...{ selector: '.student-bar button', text: 'Tomás', without: `dialog[open], ${GRADES}` },
    })
    await page.waitForLoadState('networkidle')
    return { tap, cached, sheet, studentShown }
  })
  return [
    reportFigure({ name: 'grades by tap: usable', figure: of('tap'), unit: 'ms', target: { atMost: 300 } }),
    reportFigure({ name: 'cached route change', figure: of('cached'), unit: 'ms', target: { atMost: 100 } }),
    reportFigure({
      name: 'sheet of a subject open',
      figure: of('sheet'),
      unit: 'ms',
      target: { atMost: 200 },
    }),
    reportFigure({
      name: 'other student chosen',
      figure: of('studentShown'),
      unit: 'ms',
      target: { atMost: 200 },
    }),
  ]
}

/** Measures a second visit, with everything cached, and the comparison page from its browser's cache. */
export async function again(walk: Walk): Promise<boolean[]> {
  const { url, helloUrl, session } = walk.stage
  const pages = {
    inicio: `${url}/app/inicio`,
    calificaciones: `${url}/app/calificaciones`,
    hello: helloUrl,
  }
  const of = await medians(walk, async (context) => {
    await enter(context, url, session)
    await markWhenShown(context, `main dl, ${GRADES}, #root > h1`)
    const first = await context.newPage()
    for (const address of Object.values(pages)) {
      await first.goto(address, { waitUntil: 'networkidle' })
      if (address.startsWith(url))
        await first.evaluate(async () => void (await navigator.serviceWorker.ready))
    }
    await first.close()
    const times: Times = {}
    for (const [name, address] of Object.entries(pages)) {
      const page = await openSlowly(context, address)
      times[name] = await entryTime(page, 'mark', 'shown')
      await page.close()
    }
    return times
  })
  const usable = (name: string) => ({
    name: `next visit to /app/${name}: usable`,
    figure: of(name),
    unit: 'ms',
  })
  return [
    reportFigure({ ...usable('inicio'), target: { atMost: 500 } }),
    reportFigure({ ...usable('calificaciones'), target: { atMost: 500 } }),
    reportFigure({ name: 'next visit to React’s hello page: the floor', figure: of('hello'), unit: 'ms' }),
  ]
}
