import type { Certificate } from '@apoderados/tests-support/environment/api.ts'
import { findFreePort } from '@apoderados/tests-support/environment/programs.ts'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { throwIfAborted } from '../../support/suite.ts'
import { quietBrowserOptions, storeSessionOn } from './device.ts'
import { median, reportFigure } from './report.ts'
import type { WebBenchmark } from './webBenchmark.ts'

const categories = ['performance', 'accessibility', 'best-practices'] as const
const pages = ['/login', '/app/inicio', '/app/calificaciones', '/app/agenda']
/** Each page's least performance score, and the greatest ratio of its LCP to that of the comparison page. */
const limitsByPage: Record<string, { score: number; ratio: number }> = {
  '/login': { score: 98, ratio: 1.15 },
}
const defaultLimits = { score: 97, ratio: 1.6 }

type AuditFigures = Record<
  'performance' | 'accessibility' | 'best-practices' | 'lcp' | 'seen' | 'fcp' | 'tbt' | 'cls' | 'machine',
  number
>

function figuresOf({ categories: scores, audits, environment }: Result): AuditFigures {
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const score = (id: string) => Math.round((scores[id]?.score ?? Number.NaN) * 100)
  const [metrics] = (audits.metrics?.details as { items?: Record<string, number>[] } | undefined)?.items ?? []
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    lcp: value('largest-contentful-paint'),
    seen: metrics?.observedLargestContentfulPaint ?? Number.NaN,
    fcp: value('first-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    machine: environment.benchmarkIndex,
  }
}

/** Returns the selectors of the elements that an audit lists. */
const selectorsIn = (details: unknown) =>
  [...new Set(JSON.stringify(details)?.match(/(?<="selector":")[^"]+/g))].join(', ')

/** Prints the audits that the page fails. */
function printFaults(page: string, { categories: scores, audits }: Result): void {
  for (const name of ['accessibility', 'best-practices']) {
    for (const { id, weight } of scores[name]?.auditRefs ?? []) {
      const audit = audits[id]
      if (weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 1)
        console.log(`        ${page}, ${name}: ${audit?.title} ${selectorsIn(audit?.details)}`)
    }
  }
}

/** Audits a page with Lighthouse, at most `tries` times: it fails when the browser loses the trace, which happens. */
async function auditPage(address: string, port: number, tries = 3): Promise<Result> {
  throwIfAborted()
  const run = await lighthouse(address, {
    port,
    logLevel: 'silent',
    onlyCategories: [...categories],
    disableFullPageScreenshot: true,
    // Keeps localStorage, which contains the session, and clears everything else from earlier visits.
    clearStorageTypes: ['file_systems', 'shader_cache', 'service_workers', 'cache_storage', 'indexeddb'],
  })
  const error = run?.lhr.runtimeError
  if (run && !error) return run.lhr
  if (tries > 1) return auditPage(address, port, tries - 1)
  throw new Error(`Lighthouse at ${address}: ${error?.message}`)
}

async function openBrowser(folder: string, certificate: Certificate) {
  const port = await findFreePort()
  const options = quietBrowserOptions(certificate)
  const args = [...(options.args ?? []), `--remote-debugging-port=${port}`]
  return {
    port,
    context: await chromium.launchPersistentContext(folder, {
      ...options,
      args,
      viewport: null,
    }),
  }
}

type PageFigures = { page: string; medianOf: (name: keyof AuditFigures) => number; floor: number }

function reportPage({ page, medianOf, floor }: PageFigures): boolean[] {
  const { score, ratio } = limitsByPage[page] ?? defaultLimits
  return [
    reportFigure({
      name: `${page}: performance`,
      figure: medianOf('performance'),
      unit: '',
      target: { atLeast: score },
    }),
    reportFigure({
      name: `${page}: accessibility`,
      figure: medianOf('accessibility'),
      unit: '',
      target: { atLeast: 100 },
    }),
    reportFigure({
      name: `${page}: best practices`,
      figure: medianOf('best-practices'),
      unit: '',
      target: { atLeast: 100 },
    }),
    reportFigure({
      name: `${page}: LCP to the floor’s`,
      figure: medianOf('lcp') / floor,
      unit: '×',
      target: { atMost: ratio },
    }),
    reportFigure({
      name: `${page}: total blocking time`,
      figure: medianOf('tbt'),
      unit: 'ms',
      target: { atMost: 100 },
    }),
    reportFigure({
      name: `${page}: layout shift`,
      figure: medianOf('cls'),
      unit: 'CLS',
      target: { atMost: 0 },
    }),
    reportFigure({ name: `${page}: LCP`, figure: medianOf('lcp'), unit: 'ms' }),
    reportFigure({ name: `${page}: first contentful paint`, figure: medianOf('fcp'), unit: 'ms' }),
    reportFigure({
      name: `${page}: LCP as it was seen, without throttling`,
      figure: medianOf('seen'),
      unit: 'ms',
    }),
  ]
}

/** Runs Lighthouse's mobile audit with simulated slow 4G on each page, alternating with the comparison page. */
export async function runLighthouse(environment: WebBenchmark, runs: number): Promise<boolean[]> {
  const signedOut = await openBrowser(environment.folder('signed-out'), environment.certificate)
  const signedIn = await openBrowser(environment.folder('parent'), environment.certificate)
  const all = new Map<string, AuditFigures[]>(['floor', ...pages].map((page) => [page, []]))
  try {
    await storeSessionOn(signedIn.context, environment.url, environment.session)
    for (let run = 0; run < runs; run++) {
      all.get('floor')?.push(figuresOf(await auditPage(environment.helloUrl, signedOut.port)))
      for (const page of pages) {
        const { port } = page === '/login' ? signedOut : signedIn
        const result = await auditPage(`${environment.url}${page}`, port)
        printFaults(page, result)
        all.get(page)?.push(figuresOf(result))
      }
    }
  } finally {
    await signedOut.context.close()
    await signedIn.context.close()
  }
  const mediansOf = (page: string) => (name: keyof AuditFigures) =>
    median((all.get(page) ?? []).map((each) => each[name]))
  const floor = mediansOf('floor')('lcp')
  reportFigure({
    name: 'Lighthouse’s index of this machine meanwhile',
    figure: mediansOf('floor')('machine'),
    unit: '',
  })
  reportFigure({ name: 'React’s hello page: LCP, the floor', figure: floor, unit: 'ms' })
  return pages.flatMap((page) => reportPage({ page, medianOf: mediansOf(page), floor }))
}
