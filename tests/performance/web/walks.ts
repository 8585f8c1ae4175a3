import type { Browser, BrowserContext, Page } from '@playwright/test'
import { throwIfAborted } from '../../support/suite.ts'
import { enter, entryTime, noteWhen, slowDown, timeTouch } from './device.ts'
import { median, tell } from './report.ts'
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
/** Names with what each run took. */
type Times = Record<string, number>

/** So many runs of `walk`, each on a phone that has seen nothing; the median of each of its times. */
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

/** A first visit of somebody who is not signed in. */
export async function login(walk: Walk): Promise<boolean[]> {
  const { url } = walk.stage
  const of = await medians(walk, async (context) => {
    await noteWhen(context, '#root:not([data-served]) form')
    const page = await openSlowly(context, `${url}/login`)
    await page.getByLabel('Correo electrónico').fill('apoderada@example.com')
    const typed = await page.evaluate(() => performance.now())
    const [paint, answered] = [await firstPaint(page), await entryTime(page, 'mark', 'shown')]
    return { paint, typed: Math.max(typed, paint), answered }
  })
  return [
    tell({ name: '/login: first paint', figure: of('paint'), unit: 'ms', target: { atMost: 900 } }),
    tell({ name: '/login: takes typing', figure: of('typed'), unit: 'ms', target: { atMost: 2000 } }),
    tell({ name: '/login: the app answers the form', figure: of('answered'), unit: 'ms' }),
  ]
}

/** A page of a signed-in parent by its address, on a device that has neither code nor answers. */
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
      await noteWhen(context, selector)
      const page = await openSlowly(context, `${url}${path}`)
      return { usable: await entryTime(page, 'mark', 'shown'), paint: await firstPaint(page) }
    })
    verdicts.push(
      tell({
        name: `${path} by address: first paint`,
        figure: of('paint'),
        unit: 'ms',
        target: { atMost: 900 },
      }),
      tell({ name: `${path} by address: usable`, figure: of('usable'), unit: 'ms', target: { atMost } }),
    )
  }
  return verdicts
}

/** Playwright's look at what lies under the finger would be part of the time. */
const unchecked = { force: true }

const shortcut = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Accesos' }).getByRole('link', { name })

/** From Inicio, once it stands, to the pages, a subject and the other student. */
export async function byTouch(walk: Walk): Promise<boolean[]> {
  const { url, session } = walk.stage
  const of = await medians(walk, async (context) => {
    await enter(context, url, session)
    const page = await openSlowly(context, `${url}/app/inicio`)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(3000) // as long as somebody looks at it
    await page.waitForLoadState('networkidle')
    const go = (name: string, selector: string) =>
      timeTouch(page, () => shortcut(page, name).tap(unchecked), { selector })
    const tap = await go('Notas', GRADES)
    await go('Horario', TIMETABLE)
    const cached = await go('Notas', GRADES)
    const subject = page.locator(GRADES).first()
    const sheet = await timeTouch(page, () => subject.tap(unchecked), { selector: 'dialog[open] h2' })
    await page.waitForLoadState('networkidle')
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).tap()
    await page.locator('.student-bar button[aria-haspopup=dialog]').tap()
    const other = page.getByRole('dialog').getByRole('button', { name: /Tomás/ })
    // The page of the other student, whose answers are still to come.
    const named = await timeTouch(page, () => other.tap(), {
      ...{ selector: '.student-bar button', text: 'Tomás', without: `dialog[open], ${GRADES}` },
    })
    await page.waitForLoadState('networkidle')
    return { tap, cached, sheet, named }
  })
  return [
    tell({ name: 'grades by tap: usable', figure: of('tap'), unit: 'ms', target: { atMost: 300 } }),
    tell({ name: 'cached route change', figure: of('cached'), unit: 'ms', target: { atMost: 100 } }),
    tell({ name: 'sheet of a subject open', figure: of('sheet'), unit: 'ms', target: { atMost: 200 } }),
    tell({ name: 'other student chosen', figure: of('named'), unit: 'ms', target: { atMost: 200 } }),
  ]
}

/** The next visit, from what the worker and the device have kept; beside it the floor's, from what its browser has. */
export async function again(walk: Walk): Promise<boolean[]> {
  const { url, helloUrl, session } = walk.stage
  const pages = {
    inicio: `${url}/app/inicio`,
    calificaciones: `${url}/app/calificaciones`,
    hello: helloUrl,
  }
  const of = await medians(walk, async (context) => {
    await enter(context, url, session)
    await noteWhen(context, `main dl, ${GRADES}, #root > h1`)
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
    tell({ ...usable('inicio'), target: { atMost: 500 } }),
    tell({ ...usable('calificaciones'), target: { atMost: 500 } }),
    tell({ name: 'next visit to React’s hello page: the floor', figure: of('hello'), unit: 'ms' }),
  ]
}
