import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { throwIfAborted } from '../../support/suite.ts'
import { markWhenShown, quietBrowserOptions, slowDown } from './device.ts'
import { median } from './report.ts'
import type { WebBenchmark } from './webBenchmark.ts'

/** Selects the rows of Calificaciones, but not while the page is only prepared and still hidden. */
export const GRADES_SELECTOR = '.page:not([style*=none]) [role=tabpanel] .grades-list li'

const phoneOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  hasTouch: true,
  isMobile: true,
  locale: 'es-CL',
  timezoneId: 'America/Santiago',
}

export type VisitOptions = { browser: Browser; benchmark: WebBenchmark; runs: number }
/** The measured times in ms by name. */
export type TimesByName = Record<string, number>

/** Opens a browser with a profile of its own. Unlike a context of Playwright, it keeps compiled code, as phones do. */
export const openProfile = ({ benchmark: { certificate, folder } }: VisitOptions) =>
  chromium.launchPersistentContext(folder(`profile-${randomUUID()}`), {
    ...quietBrowserOptions(certificate),
    ...phoneOptions,
  })

/** Repeats `visit`, each time with empty storage. @returns a function that returns the median of a time by its name */
export async function measureMedians(
  { browser, runs }: VisitOptions,
  visit: (context: BrowserContext) => Promise<TimesByName>,
  openContext: () => Promise<BrowserContext> = () => browser.newContext(phoneOptions),
) {
  const all: TimesByName[] = []
  for (let run = 0; run < runs; run++) {
    throwIfAborted()
    const context = await openContext()
    try {
      all.push(await visit(context))
    } finally {
      await context.close()
    }
  }
  return (name: string) => median(all.map((times) => times[name] ?? Number.NaN))
}

/** Opens a page on the slowed phone. `marks` names, for each performance mark, the element whose paint adds it. */
export async function openSlowly(
  context: BrowserContext,
  address: string,
  marks: Record<string, string> = {},
) {
  const page = await context.newPage()
  for (const [name, selector] of Object.entries(marks)) await markWhenShown(page, selector, name)
  await slowDown(page)
  await page.goto(address, { waitUntil: 'commit' })
  return page
}

/** Skips Playwright's check of the element under the finger, which would be part of the measured time. */
export const uncheckedTapOptions = { force: true }

export const shortcutLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Accesos' }).getByRole('link', { name })
