import type { BrowserContext, Page } from '@playwright/test'
import { entryTime, storeSessionOn, timeTouch } from './device.ts'
import { reportFigure } from './report.ts'
import {
  GRADES_SELECTOR,
  measureMedians,
  openProfile,
  openSlowly,
  shortcutLink,
  type TimesByName,
  uncheckedTapOptions,
  type VisitOptions,
} from './slowPhone.ts'

/** Selects the student's data, which the first render of Inicio contains. */
const HOME_SELECTOR = 'main dl'
/** Selects the card of the current day. Until its first data are there, a skeleton without this label is shown. */
const TODAY_SELECTOR = 'section[aria-label="Hoy"]'
const GRADE_ROW_SELECTOR = '.sheet[open] li'
/** How long a parent looks at a page before the next tap. */
const REST_MS = 5000
/** After this many visits Chromium uses the compiled code of a script, which it stores at the second visit. */
const WARM_UP_VISITS = 3

/** Visits each page until the service worker and the responses are stored, as on a device that has been in use. */
async function visitUntilCached(context: BrowserContext, addresses: string[]): Promise<void> {
  const page = await context.newPage()
  for (const address of addresses) {
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  }
  await page.close()
}

/** Returns the URLs of the app's start and of a subject, and the position of `Notas` in the bottom bar. */
async function findTargets(context: BrowserContext, url: string) {
  const page = await context.newPage()
  await page.goto(`${url}/app/calificaciones`, { waitUntil: 'networkidle' })
  const box = await shortcutLink(page, 'Notas').boundingBox()
  if (!box) throw new Error('The bottom bar has no place for Notas')
  await page.locator(`${GRADES_SELECTOR} button`).first().tap()
  await page.locator(GRADE_ROW_SELECTOR).first().waitFor()
  const subjectUrl = page.url()
  await page.waitForLoadState('networkidle')
  const start: string = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    const { start_url } = await (await fetch(link?.href ?? '')).json()
    return start_url
  })
  await page.close()
  return {
    notas: { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    subjectUrl,
    startUrl: new URL(start, url).href,
  }
}

async function timeVisit(context: BrowserContext, address: string, selector: string): Promise<number> {
  const page = await openSlowly(context, address, { shown: selector })
  const time = await entryTime(page, 'mark', 'shown')
  await page.close()
  return time
}

/**
 * Measures when Inicio is shown, and when Notas is shown after a tap that follows at once. DevTools sends the tap,
 * because a script of Playwright in the page would take 80 ms of the slowed CPU.
 */
async function timeTapRightAfter(page: Page, { x, y }: { x: number; y: number }): Promise<TimesByName> {
  const icon = await entryTime(page, 'mark', 'home')
  await page.touchscreen.tap(x, y)
  return { icon, tapRightAfter: await entryTime(page, 'mark', 'grades') }
}

async function timeTapAfterRest(context: BrowserContext, address: string): Promise<number> {
  const page = await openSlowly(context, address)
  await page.locator(HOME_SELECTOR).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(REST_MS)
  const tap = () => shortcutLink(page, 'Notas').tap(uncheckedTapOptions)
  const time = await timeTouch(page, tap, { selector: GRADES_SELECTOR })
  await page.close()
  return time
}

/**
 * Measures the app on a device that has stored the service worker and the responses. Some targets are multiples of the
 * floor: the time of a later visit to the comparison page.
 */
export async function measureDailyUse(options: VisitOptions): Promise<boolean[]> {
  const { url, helloUrl, session } = options.benchmark
  const measure = async (context: BrowserContext) => {
    await storeSessionOn(context, url, session)
    await visitUntilCached(context, [`${url}/app/inicio`, `${url}/app/calificaciones`])
    const { notas, subjectUrl, startUrl } = await findTargets(context, url)
    for (let visit = 0; visit < WARM_UP_VISITS; visit++) await timeVisit(context, helloUrl, '#root > h1')
    const hello = await timeVisit(context, helloUrl, '#root > h1')
    const gradesPage = await openSlowly(context, startUrl, { home: HOME_SELECTOR, grades: GRADES_SELECTOR })
    const times = await timeTapRightAfter(gradesPage, notas)
    await gradesPage.close()
    return {
      ...times,
      hello,
      today: await timeVisit(context, startUrl, TODAY_SELECTOR),
      calificaciones: await timeVisit(context, `${url}/app/calificaciones`, GRADES_SELECTOR),
      notified: await timeVisit(context, subjectUrl, GRADE_ROW_SELECTOR),
      tapAfterRest: await timeTapAfterRest(context, startUrl),
    }
  }
  const medianOf = await measureMedians(options, measure, () => openProfile(options))
  const floor = medianOf('hello')
  const reportShare = (name: string, measure: string, atMost: number) => [
    reportFigure({
      name: `${name}, to the floor`,
      figure: medianOf(measure) / floor,
      unit: '×',
      target: { atMost },
    }),
    reportFigure({ name, figure: medianOf(measure), unit: 'ms' }),
  ]
  return [
    reportFigure({ name: 'next visit to React’s hello page: the floor', figure: floor, unit: 'ms' }),
    ...reportShare('from the icon to Inicio', 'icon', 1),
    reportFigure({
      name: 'from the icon to the day’s card, to the floor',
      figure: medianOf('today') / floor,
      unit: '×',
    }),
    reportFigure({ name: 'from the icon to the day’s card', figure: medianOf('today'), unit: 'ms' }),
    ...reportShare('from the icon by a tap right after to Notas', 'tapRightAfter', 1.4),
    reportFigure({
      name: 'Notas by a tap after a rest',
      figure: medianOf('tapAfterRest'),
      unit: 'ms',
      target: { atMost: 120 },
    }),
    ...reportShare('from a notification to its subject', 'notified', 1.3),
    reportFigure({
      name: 'next visit to /app/inicio',
      figure: medianOf('icon'),
      unit: 'ms',
      target: { atMost: 500 },
    }),
    reportFigure({
      name: 'next visit to /app/calificaciones',
      figure: medianOf('calificaciones'),
      unit: 'ms',
      target: { atMost: 500 },
    }),
  ]
}
