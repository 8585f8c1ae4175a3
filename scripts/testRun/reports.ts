import { readFileSync } from 'node:fs'

/** `file` is an absolute path (Vitest) or relative to the project's folder (Playwright). */
export type ReportedTest = { file: string; name: string; outcome: 'passed' | 'failed' | 'skipped' }

type VitestReport = {
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}
type PlaywrightSuite = {
  file: string
  title: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { status: string }[] }[]
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

const outcomeOf = (status: string): ReportedTest['outcome'] => {
  if (status === 'passed' || status === 'expected') return 'passed'
  return ['skipped', 'pending', 'todo', 'disabled'].includes(status) ? 'skipped' : 'failed'
}

/** Reads Vitest's JSON report. A file that failed outside its tests, as in an import, counts as one failed test. */
export function readVitestReport(path: string): ReportedTest[] {
  const { testResults }: VitestReport = readJson(path)
  return testResults.flatMap(({ name: file, status, assertionResults }) => {
    const tests = assertionResults.map(
      (test): ReportedTest => ({ file, name: test.fullName, outcome: outcomeOf(test.status) }),
    )
    const isFailedItself = status === 'failed' && tests.every(({ outcome }) => outcome !== 'failed')
    return isFailedItself ? [...tests, { file, name: 'the file itself', outcome: 'failed' }] : tests
  })
}

const testsOfSuite = ({ file, title, suites = [], specs }: PlaywrightSuite): ReportedTest[] => [
  ...specs.map((spec) => ({
    file: `tests/e2e/${file}`,
    // The outermost suite is the file, whose path is not a part of the test's name.
    name: title === file ? spec.title : `${title} ${spec.title}`,
    outcome: outcomeOf(spec.tests.find(({ status }) => status !== 'expected')?.status ?? 'expected'),
  })),
  ...suites.flatMap(testsOfSuite),
]

/** Reads Playwright's JSON report. A test that passed only on a retry is 'flaky', which counts as a failure. */
export const readPlaywrightReport = (path: string): ReportedTest[] =>
  readJson(path).suites.flatMap(testsOfSuite)
