/**
 * Benchmarks the web app (spec §9): Lighthouse's mobile audit, compared with a React hello page, and visits on a
 * simulated phone with slow 4G and a CPU slowed down 4 times. `--only` selects one of lighthouse, login, address,
 * touch, day; `--runs N` (5) for the medians.
 */
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findChromium, installChromium } from '../support/chromium.ts'
import { runSuite, stopped, wholeNumber } from '../support/suite.ts'
import { quietBrowser } from './web/device.ts'
import { everyDay } from './web/everyDay.ts'
import { runLighthouse } from './web/lighthouseRuns.ts'
import { byAddress, byTouch, login } from './web/walks.ts'
import { encodingOf, prepareStage, type WebBenchmark } from './web/webBenchmark.ts'

const walks = { login, address: byAddress, touch: byTouch, day: everyDay }
const parts = ['lighthouse', ...Object.keys(walks)]

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, runs: { type: 'string', default: '5' } },
})

async function reportEncodings({ url, certificate }: WebBenchmark): Promise<void> {
  const html = readFileSync(join(import.meta.dirname, '../../apps/web/dist/login.html'), 'utf8')
  const files = Array.from(html.matchAll(/\/(?:assets\/)?[\w-]+\.(?:js|css)\b/g), ([path]) => path)
  for (const path of ['/login', ...files])
    console.log(`        ${await encodingOf(`${url}${path}`, certificate)}  ${path}`)
}

async function walkAll(stage: WebBenchmark, runs: number): Promise<boolean[]> {
  const chosen = Object.entries(walks).filter(([name]) => values.only === '' || values.only === name)
  if (chosen.length === 0) return []
  const browser = await chromium.launch(quietBrowser(stage.certificate))
  stopped.addEventListener('abort', () => void browser.close()) // ends a long visit, which fails without the browser
  try {
    const verdicts: boolean[] = []
    for (const [, walk] of chosen) verdicts.push(...(await walk({ browser, stage, runs })))
    return verdicts
  } finally {
    await browser.close()
  }
}

await runSuite('performance/web', async () => {
  const runs = wholeNumber('runs', values.runs)
  if (values.only !== '' && !parts.includes(values.only)) throw new Error(`--only knows ${parts.join(', ')}`)
  if (!findChromium({ isWhole: true })) installChromium({ isWhole: true })
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before it begins, median of ${runs}`)
  const stage = await prepareStage()
  await reportEncodings(stage)
  const verdicts = await walkAll(stage, runs)
  if (['', 'lighthouse'].includes(values.only)) verdicts.push(...(await runLighthouse(stage, runs)))
  const good = verdicts.filter(Boolean).length
  const isGood = good === verdicts.length
  console.log(`performance/web ${isGood ? 'passed' : 'FAILED'}: ${good} of ${verdicts.length} figures`)
  return isGood
})
