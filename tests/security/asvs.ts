/**
 * Checks the claims of docs/asvs.md (P1): on exactly this code, each test and each command that the page names has run
 * and passed. Each heading that it names must exist. Reads vitest.json, playwright.json and their stamp, a file that
 * names the tested code, from the folder `--report`, by default those of the last complete `npm test`.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fullSuites } from '../../scripts/fullSuites.ts'
import { readPlaywrightReport, readVitestReport } from '../../scripts/testRun/reports.ts'
import { isStamped, stampOfReports, stampOfSuite } from '../support/stamp.ts'
import { runSuite } from '../support/suite.ts'
import { type AsvsRow, faultsOfRow, type RanSuite, type RanTest, readRows } from './asvsTable.ts'

const root = join(import.meta.dirname, '../..')
const docsFolder = join(root, 'docs')

/** Reads the tests in the reports of `npm test`. @throws if it did not finish, or ran on other code */
function readReports(folder: string): RanTest[] {
  const [vitest, playwright] = [join(folder, 'vitest.json'), join(folder, 'playwright.json')]
  if (!existsSync(vitest) || !existsSync(playwright))
    throw new Error(`no whole npm test has left reports in ${folder}`)
  if (!isStamped(stampOfReports(folder)))
    throw new Error(
      `the reports in ${folder} are of other code, or it was changed while they were made: npm test`,
    )
  const tests = [...readVitestReport(vitest), ...readPlaywrightReport(playwright)]
  return tests.map(({ file, name, outcome }) => ({ file, name, hasPassed: outcome === 'passed' }))
}

/**
 * Returns whether each suite of check:full has passed on this code with the arguments that check:full gives it. Suites
 * of vitest or Playwright leave no stamp, so they count as not passed.
 */
const readSuiteResults = (): RanSuite[] =>
  fullSuites.map(({ script, args }) => ({ name: script, hasPassed: isStamped(stampOfSuite(script, args)) }))

function printSummary(all: AsvsRow[], levels: string[]): void {
  const rows = all.filter(({ level }) => levels.includes(level))
  const inState = (state: AsvsRow['state']) => rows.filter((row) => row.state === state)
  const applying = rows.length - inState('not here').length
  console.log(
    `${rows.length} requirements of level ${levels.join(' and ')}, ${applying} apply: ${inState('held').length} held by ` +
      `tests or commands, ${inState('documentation').length} that ask for documents by documents, ` +
      `${inState('deviation').length} declared deviations, ${inState('open').length} open`,
  )
}

const { values } = parseArgs({ options: { report: { type: 'string' } } })

await runSuite('security/asvs', async () => {
  const folder = values.report ?? join(root, 'data/reports/test')
  const tests = readReports(folder)
  const rows = readRows(readFileSync(join(docsFolder, 'asvs.md'), 'utf8'))
  const places = { tests, suites: readSuiteResults(), docs: docsFolder }
  const faults = rows.flatMap((row) => faultsOfRow(row, places))
  console.log(
    `${tests.length} tests in ${folder}, of ${statSync(join(folder, 'vitest.json')).mtime.toISOString()}`,
  )
  for (const fault of faults) console.log(`  ✗ ${fault}`)
  printSummary(rows, ['1', '2'])
  printSummary(rows, ['3'])
  console.log(
    `security/asvs ${faults.length === 0 ? 'passed' : 'FAILED'}: ${faults.length} claims that do not hold`,
  )
  return faults.length === 0
})
