/**
 * Checks that a browser never executes content of the school, of another page or of an attack tool (R14, R15, R18–R20,
 * R26, R27): payloads in the texts that a parent reads, the Content-Security-Policy in a real Chromium, origins,
 * headers, documents, pages of other sites, then sqlmap and wapiti with a token. `--minutes N` runs the long form, with
 * level 3 of sqlmap, N/2 minutes of wapiti, and each payload in each text: it runs part by part until one fails or N
 * minutes are over, and the next long form continues there. `--only <words>` selects parts by name. Needs Debian's
 * packages sqlmap and wapiti.
 */
import { parseArgs } from 'node:util'
import { isInstalled } from '../support/stage/installed.ts'
import { parseWholeNumber, runSuite, throwIfAborted } from '../support/suite.ts'
import { runLongForm } from '../support/suiteProgress.ts'
import { checkDocuments } from './web/documents.ts'
import { checkHeaders } from './web/headers.ts'
import { checkOrigins } from './web/origins.ts'
import { checkOtherSites } from './web/otherSite.ts'
import { payloads } from './web/payloads.ts'
import { checkPolicy } from './web/policy.ts'
import { checkWithSqlmap } from './web/scanners/sqlmap.ts'
import { checkWithWapiti } from './web/scanners/wapiti.ts'
import { checkSources } from './web/sources.ts'
import { checkStoredTexts } from './web/stored.ts'
import { prepareStage, type WebTestEnvironment, type WebVerdict } from './web/webEnvironment.ts'

const SHOWN_FAULTS_MAX = 12
const SHORT_FORM_ROUNDS = 5
const WAPITI_SECONDS = 25

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '0' }, only: { type: 'string', default: '' } },
})

type Part = { name: string; needs?: string; run: (stage: WebTestEnvironment) => Promise<WebVerdict> }

function partsFor(minutes: number): Part[] {
  const isLong = minutes > 0
  const rounds = isLong ? payloads.length : SHORT_FORM_ROUNDS
  const seconds = isLong ? minutes * 30 : WAPITI_SECONDS
  return [
    { name: 'origins', run: checkOrigins },
    { name: 'headers', run: checkHeaders },
    { name: 'documents', run: checkDocuments },
    { name: 'other sites', run: checkOtherSites },
    { name: 'policy', run: checkPolicy },
    { name: 'addresses and storage', run: checkSources },
    { name: 'sqlmap', needs: 'sqlmap', run: (stage) => checkWithSqlmap(stage, isLong ? 3 : 1) },
    { name: 'wapiti', needs: 'wapiti', run: (stage) => checkWithWapiti(stage, seconds) },
    { name: 'stored texts', run: (stage) => checkStoredTexts(stage, rounds) },
  ]
}

async function runPart(stage: WebTestEnvironment, { name, needs, run }: Part): Promise<boolean> {
  if (needs && !isInstalled(needs)) {
    console.log(`FAILED  ${name}: ${needs} is missing (apt-get install ${needs})`)
    return false
  }
  const start = performance.now()
  const { isGood, summary, faults } = await run(stage)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  for (const fault of faults.slice(0, SHOWN_FAULTS_MAX)) console.log(`        ${fault}`)
  console.log(`${isGood ? 'passed' : 'FAILED'}  ${name}: ${summary} (${seconds} s)`)
  return isGood
}

/** Continues where the last long form ended, until every part has passed, one fails, or the time is over. */
async function runPartsRepeatedly(
  stage: WebTestEnvironment,
  parts: Part[],
  minutes: number,
): Promise<{ ran: number; passed: number }> {
  let [ran, passed] = [0, 0]
  const { done } = await runLongForm({ suite: 'sec-web', minutes, goal: parts.length }, async (seed) => {
    const isGood = await runPart(stage, parts[seed % parts.length] as Part)
    if (isGood) passed += 1
    ran += 1
    return { count: 1, isGood }
  })
  console.log(`long form: ${done} of ${parts.length} parts so far`)
  return { ran, passed }
}

async function runEachPart(
  stage: WebTestEnvironment,
  parts: Part[],
): Promise<{ ran: number; passed: number }> {
  let passed = 0
  for (const part of parts) {
    throwIfAborted()
    if (await runPart(stage, part)) passed += 1
  }
  return { ran: parts.length, passed }
}

await runSuite('security/web', async () => {
  const minutes = parseWholeNumber('minutes', values.minutes, 0)
  const chosen = partsFor(minutes).filter(({ name }) => name.includes(values.only))
  if (chosen.length === 0) throw new Error('no such part')
  const stage = await prepareStage()
  const isWhole = minutes > 0 && values.only === ''
  const { ran, passed } = isWhole
    ? await runPartsRepeatedly(stage, chosen, minutes)
    : await runEachPart(stage, chosen)
  const isGood = ran > 0 && passed === ran
  console.log(`security/web ${isGood ? 'passed' : 'FAILED'}: ${passed} of ${ran} parts`)
  return isGood
})
