import type { Page } from '@playwright/test'
import { entryTime, markWhenShown, storeSessionOn, timeTouch } from './device.ts'
import { reportFigure } from './report.ts'
import {
  GRADES_SELECTOR,
  measureMedians,
  openSlowly,
  shortcutLink,
  uncheckedTapOptions,
  type VisitOptions,
} from './slowPhone.ts'

const TIMETABLE_SELECTOR = '[role=tabpanel] .day-list li'
const firstPaintTime = (page: Page) => entryTime(page, 'paint', 'first-contentful-paint')

/** Measures a first visit to the sign-in page, without a session. */
export async function measureLogin(options: VisitOptions): Promise<boolean[]> {
  const { url } = options.benchmark
  const medianOf = await measureMedians(options, async (context) => {
    await markWhenShown(context, '#root:not([data-served]) form')
    const page = await openSlowly(context, `${url}/login`)
    await page.getByLabel('Correo electrónico').fill('apoderada@example.com')
    const typeable = await page.evaluate(() => performance.now())
    const [paint, formReady] = [await firstPaintTime(page), await entryTime(page, 'mark', 'shown')]
    return { paint, typeable: Math.max(typeable, paint), formReady }
  })
  return [
    reportFigure({
      name: '/login: first paint',
      figure: medianOf('paint'),
      unit: 'ms',
      target: { atMost: 900 },
    }),
    reportFigure({
      name: '/login: takes typing',
      figure: medianOf('typeable'),
      unit: 'ms',
      target: { atMost: 2000 },
    }),
    reportFigure({ name: '/login: the app answers the form', figure: medianOf('formReady'), unit: 'ms' }),
  ]
}

/** Measures a signed-in parent opening a page by its address, on a device without cached code or data. */
export async function measureVisitByAddress(options: VisitOptions): Promise<boolean[]> {
  const { url, session } = options.benchmark
  const verdicts: boolean[] = []
  const pages = [
    ['/app/inicio', 'main dl', 2000],
    ['/app/observaciones', 'main li', 2000],
    ['/app/calificaciones', GRADES_SELECTOR, 1700],
  ] as const
  for (const [path, selector, atMost] of pages) {
    const medianOf = await measureMedians(options, async (context) => {
      await storeSessionOn(context, url, session)
      await markWhenShown(context, selector)
      const page = await openSlowly(context, `${url}${path}`)
      return { usable: await entryTime(page, 'mark', 'shown'), paint: await firstPaintTime(page) }
    })
    verdicts.push(
      reportFigure({
        name: `${path} by address: first paint`,
        figure: medianOf('paint'),
        unit: 'ms',
        target: { atMost: 900 },
      }),
      reportFigure({
        name: `${path} by address: usable`,
        figure: medianOf('usable'),
        unit: 'ms',
        target: { atMost },
      }),
    )
  }
  return verdicts
}

/** Measures the touches that lead from the loaded page Inicio to other pages, to a subject and to another student. */
export async function measureTouches(options: VisitOptions): Promise<boolean[]> {
  const { url, session } = options.benchmark
  const medianOf = await measureMedians(options, async (context) => {
    await storeSessionOn(context, url, session)
    const page = await openSlowly(context, `${url}/app/inicio`)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(3000) // as long as a parent would look at the page
    await page.waitForLoadState('networkidle')
    const timeShortcut = (name: string, selector: string) =>
      timeTouch(page, () => shortcutLink(page, name).tap(uncheckedTapOptions), { selector })
    const tap = await timeShortcut('Notas', GRADES_SELECTOR)
    await timeShortcut('Horario', TIMETABLE_SELECTOR)
    const cached = await timeShortcut('Notas', GRADES_SELECTOR)
    const subject = page.locator(GRADES_SELECTOR).first()
    const sheet = await timeTouch(page, () => subject.tap(uncheckedTapOptions), {
      selector: 'dialog[open] h2',
    })
    await page.waitForLoadState('networkidle')
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).tap()
    await page.locator('.student-place button').tap()
    const otherStudent = page.getByRole('dialog').getByRole('button', { name: /Tomás/ })
    // The page shows the other student before the data has arrived.
    const studentShown = await timeTouch(page, () => otherStudent.tap(), {
      selector: '.student-bar button',
      text: 'Tomás',
      without: `dialog[open], ${GRADES_SELECTOR}`,
    })
    await page.waitForLoadState('networkidle')
    return { tap, cached, sheet, studentShown }
  })
  return [
    reportFigure({
      name: 'grades by tap: usable',
      figure: medianOf('tap'),
      unit: 'ms',
      target: { atMost: 300 },
    }),
    reportFigure({
      name: 'cached route change',
      figure: medianOf('cached'),
      unit: 'ms',
      target: { atMost: 100 },
    }),
    reportFigure({
      name: 'sheet of a subject open',
      figure: medianOf('sheet'),
      unit: 'ms',
      target: { atMost: 200 },
    }),
    reportFigure({
      name: 'other student chosen',
      figure: medianOf('studentShown'),
      unit: 'ms',
      target: { atMost: 200 },
    }),
  ]
}
