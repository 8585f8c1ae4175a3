/**
 * Whether docs/asvs.md tells the truth (P1): every test that it names ran and passed in a run's reports, every command
 * and heading is there. Reads `--report folder` with vitest.json and playwright.json, or else those of the last whole
 * `npm test`.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { faultsOf, type RanTest, type Row, readRows } from './asvsTable.ts'
import { suites } from './fullSuites.ts'
import { runSuite } from './suite.ts'

const root = join(import.meta.dirname, '..')
const docs = join(root, 'docs')
const SUCCESSES = ['expected', 'flaky']

type VitestReport = {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[]
}
type PlaywrightSuite = {
  file: string
  title: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { status: string }[] }[]
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

const ofVitest = ({ testResults }: VitestReport): RanTest[] =>
  testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName: name, status }) => ({ file, name, hasPassed: status === 'passed' })),
  )

const ofPlaywright = ({ file, title, suites = [], specs }: PlaywrightSuite): RanTest[] => [
  ...specs.map((spec) => ({
    file: `/${file}`,
    name: `${title} ${spec.title}`,
    hasPassed: spec.tests.every(({ status }) => SUCCESSES.includes(status)),
  })),
  ...suites.flatMap((suite) => ofPlaywright(suite)),
]

/** Where `npm test` leaves them. @throws when the last one did not come to its end */
function lastReports(): string {
  const folder = join(root, 'data/reports/test')
  if (['vitest.json', 'playwright.json'].every((name) => existsSync(join(folder, name)))) return folder
  throw new Error('no reports of a whole npm test were found: run it, or give --report folder')
}

function tell(all: Row[], levels: string[]): void {
  const rows = all.filter(({ level }) => levels.includes(level))
  const of = (state: Row['state']) => rows.filter((row) => row.state === state)
  const applying = rows.length - of('not here').length
  const byTest = of('held').filter(({ proofs }) => proofs.some(({ kind }) => kind !== 'document'))
  console.log(
    `${rows.length} requirements of level ${levels.join(' and ')}, ${applying} apply: ${of('held').length} held ` +
      `(${byTest.length} by tests or commands, ${of('held').length - byTest.length} by documents), ` +
      `${of('deviation').length} declared deviations, ${of('open').length} open`,
  )
}

const { values } = parseArgs({ options: { report: { type: 'string' } } })

await runSuite('sec:asvs', async () => {
  const folder = values.report ?? lastReports()
  const playwright: { suites: PlaywrightSuite[] } = readJson(join(folder, 'playwright.json'))
  const ran = [...ofVitest(readJson(join(folder, 'vitest.json'))), ...playwright.suites.flatMap(ofPlaywright)]
  const rows = readRows(readFileSync(join(docs, 'asvs.md'), 'utf8'))
  const names = suites.map(({ script }) => script)
  const faults = rows.flatMap((row) => faultsOf(row, ran, { docs, suites: names }))
  console.log(
    `${ran.length} tests in ${folder}, of ${statSync(join(folder, 'vitest.json')).mtime.toISOString()}`,
  )
  for (const fault of faults) console.log(`  ✗ ${fault}`)
  tell(rows, ['1', '2'])
  tell(rows, ['3'])
  console.log(
    `sec:asvs ${faults.length === 0 ? 'passed' : 'FAILED'}: ${faults.length} claims that do not hold`,
  )
  return faults.length === 0
})
