/**
 * Checks that a browser never executes content of the school or of another page (R14, R15, R18–R20, R26, R27): payloads
 * in the texts that a parent reads, the Content-Security-Policy in a real Chromium, origins, headers, documents.
 * `--only <words>` selects parts by name.
 */
import { parseArgs } from 'node:util'
import { runSuite, throwIfAborted } from '../support/suite.ts'
import { checkDocuments } from './web/documents.ts'
import { checkHeaders } from './web/headers.ts'
import { checkOrigins } from './web/origins.ts'
import { checkPolicy } from './web/policy.ts'
import { checkSources } from './web/sources.ts'
import { checkStoredTexts } from './web/stored.ts'
import { prepareEnvironment } from './web/webEnvironment.ts'

const SHOWN_FAULTS_MAX = 12

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })

const parts = [
  { name: 'origins', run: checkOrigins },
  { name: 'headers', run: checkHeaders },
  { name: 'documents', run: checkDocuments },
  { name: 'policy', run: checkPolicy },
  { name: 'addresses and storage', run: checkSources },
  { name: 'stored texts', run: checkStoredTexts },
]

await runSuite('security/web', async () => {
  const selected = parts.filter(({ name }) => name.includes(values.only))
  const environment = await prepareEnvironment()
  let passed = 0
  for (const { name, run } of selected) {
    throwIfAborted()
    const { isGood, summary, faults } = await run(environment)
    for (const fault of faults.slice(0, SHOWN_FAULTS_MAX)) console.log(`        ${fault}`)
    console.log(`${isGood ? 'passed' : 'FAILED'}  ${name}: ${summary}`)
    if (isGood) passed += 1
  }
  const isGood = passed === selected.length && passed > 0
  console.log(`security/web ${isGood ? 'passed' : 'FAILED'}: ${passed} of ${selected.length} parts`)
  return isGood
})
