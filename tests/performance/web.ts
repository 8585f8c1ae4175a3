/**
 * Benchmarks the web app (spec §9): Lighthouse's mobile audit, compared with a React hello page, and visits on a
 * simulated phone with slow 4G and a CPU slowed down 4 times. `--only` selects one of lighthouse, login, address,
 * touch, day. `--runs N` sets the number of runs of which the medians are printed (5).
 */
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findChromium, installChromium } from '../support/chromium.ts'
import { parseWholeNumber, runSuite, stopSignal } from '../support/suite.ts'
import { measureDailyUse } from './web/dailyUse.ts'
import { quietBrowserOptions } from './web/device.ts'
import { runLighthouse } from './web/lighthouseRuns.ts'
import { measureLogin, measureTouches, measureVisitByAddress } from './web/visits.ts'
import { encodingOf, prepareWebBenchmark, type WebBenchmark } from './web/webBenchmark.ts'

const visitMeasurements = {
  login: measureLogin,
  address: measureVisitByAddress,
  touch: measureTouches,
  day: measureDailyUse,
}
const partNames = ['lighthouse', ...Object.keys(visitMeasurements)]

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, runs: { type: 'string', default: '5' } },
})

async function reportEncodings({ url, certificate }: WebBenchmark): Promise<void> {
  const html = readFileSync(join(import.meta.dirname, '../../apps/web/dist/login.html'), 'utf8')
  const files = Array.from(html.matchAll(/\/(?:assets\/)?[\w-]+\.(?:js|css)\b/g), ([path]) => path)
  for (const path of ['/login', ...files])
    console.log(`        ${await encodingOf(`${url}${path}`, certificate)}  ${path}`)
}

async function measureVisits(benchmark: WebBenchmark, runs: number): Promise<boolean[]> {
  const chosen = Object.entries(visitMeasurements).filter(
    ([name]) => values.only === '' || values.only === name,
  )
  if (chosen.length === 0) return []
  const browser = await chromium.launch(quietBrowserOptions(benchmark.certificate))
  stopSignal.addEventListener('abort', () => void browser.close()) // ends a long visit, which fails without the browser
  try {
    const verdicts: boolean[] = []
    for (const [, measure] of chosen) verdicts.push(...(await measure({ browser, benchmark, runs })))
    return verdicts
  } finally {
    await browser.close()
  }
}

await runSuite('performance/web', async () => {
  const runs = parseWholeNumber('runs', values.runs)
  if (values.only !== '' && !partNames.includes(values.only))
    throw new Error(`--only knows ${partNames.join(', ')}`)
  if (!findChromium({ isWhole: true })) installChromium({ isWhole: true })
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before it begins, median of ${runs}`)
  const benchmark = await prepareWebBenchmark()
  await reportEncodings(benchmark)
  const verdicts = await measureVisits(benchmark, runs)
  if (['', 'lighthouse'].includes(values.only)) verdicts.push(...(await runLighthouse(benchmark, runs)))
  const good = verdicts.filter(Boolean).length
  const isGood = good === verdicts.length
  console.log(`performance/web ${isGood ? 'passed' : 'FAILED'}: ${good} of ${verdicts.length} figures`)
  return isGood
})
