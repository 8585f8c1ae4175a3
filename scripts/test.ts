/**
 * Checks types, lint rules and the build, and runs the unit and browser tests; the last lines list the failures and the
 * totals. `--no-browser` leaves out the build and the browser tests, for the check before a commit. With the name of a
 * file it runs only the tests of that file.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { programPath, runProgram } from './testRun/programs.ts'
import { type ReportedTest, readPlaywrightReport, readVitestReport } from './testRun/reports.ts'
import { addResults, loggedStep, runInTurn, type Step, type StepResult, summaryOf } from './testRun/steps.ts'

const root = join(import.meta.dirname, '..')
const vitestCommand = ['--import', './scripts/preload.js', programPath('vitest/vitest.mjs'), 'run']
const playwrightCommand = [programPath('@playwright/test/cli.js'), 'test', '--config=tests/e2e']
const buildCommand = ['scripts/build.ts', '--if-stale']

/**
 * Runs only some tests: `npm test -- session.test.ts`, `npm test -- tests/e2e/pages/agenda.spec.ts -t 'a part of its
 * name'`.
 */
async function runChosen(args: string[]): Promise<boolean> {
  const isBrowserTest = args.some((arg) => /\.spec\b|\be2e\b/.test(arg))
  if (!isBrowserTest) return (await runProgram([...vitestCommand, ...args], { isShown: true })).hasSucceeded
  const playwrightArgs = args.map((arg) => (arg === '-t' ? '--grep' : arg))
  for (const program of [buildCommand, [...playwrightCommand, ...playwrightArgs]])
    if (!(await runProgram(program, { isShown: true })).hasSucceeded) return false
  return true
}

/** Returns a step that runs a tool. The tool reports no single results, so its run counts as one test. */
const checkStep = (name: string, args: string[]): Step =>
  loggedStep(
    name,
    async () => {
      const { hasSucceeded, output } = await runProgram(args)
      if (hasSucceeded) return { passed: 1, failed: [] }
      console.log(`\n${output.trimEnd()}\n`)
      return { passed: 0, failed: [name] }
    },
    { isSilent: true },
  )

/** Reads the report of a test runner; a runner that failed without a failed test counts as one failure. */
function readResult(name: string, hasSucceeded: boolean, read: () => ReportedTest[]): StepResult {
  let tests: ReportedTest[] = []
  try {
    tests = read()
  } catch {
    console.error(`${name} left no report`)
  }
  const passed = tests.filter(({ outcome }) => outcome === 'passed').length
  const failed = tests
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ file, name }) => `${file.replace(`${root}/`, '')}: ${name}`)
  return { passed, failed: hasSucceeded || failed.length > 0 ? failed : [name] }
}

const typeCheckStep = (project: string) =>
  checkStep(`Types of ${project}`, [programPath('typescript/bin/tsc'), '-p', project])
/** There is a tsconfig for each set of compiler options; tsconfig.node.json checks several workspaces in one run. */
const typeChecks = [
  'packages/contract',
  'tsconfig.node.json',
  'apps/web',
  'apps/office',
  'tests/e2e',
  'tests',
].map(typeCheckStep)
const ruleChecks = [
  checkStep('Biome', [programPath('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.']),
  checkStep('Knip', [programPath('knip/bin/knip.js')]),
]
const buildChecks = [checkStep('Build', buildCommand), checkStep('Bytes', ['scripts/size.ts'])]

async function runAll(withBrowser: boolean): Promise<boolean> {
  const reports = join(root, 'data/reports', withBrowser ? 'test' : 'check')
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })

  /** Returns a step that runs tests. `variable` is the environment variable that tells the runner where to report. */
  const testStep = (name: string, args: string[], variable: string, read: (path: string) => ReportedTest[]) =>
    loggedStep(name, async () => {
      const report = join(reports, `${name.toLowerCase()}.json`)
      const { hasSucceeded } = await runProgram(args, { isShown: true, environment: { [variable]: report } })
      return readResult(name, hasSucceeded, () => read(report))
    })
  // Vitest's default would leave one of two cores idle.
  const vitestArgs = [...vitestCommand, '--tagsFilter=!processes && !long', '--maxWorkers=2']
  const unitTests = testStep('Vitest', vitestArgs, 'VITEST_REPORT', readVitestReport)
  const shortArgs = [...playwrightCommand, '--grep=@short']
  const browserTests = testStep('Playwright', shortArgs, 'PLAYWRIGHT_JSON_OUTPUT_NAME', readPlaywrightReport)

  /** Two lanes of single-threaded checks use two cores; the tests, which use both cores, follow. */
  const lanes = [typeChecks, withBrowser ? [...ruleChecks, ...buildChecks] : ruleChecks]
  const tests = withBrowser ? [unitTests, browserTests] : [unitTests]
  const result = await runInTurn([async () => addResults(await Promise.all(lanes.map(runInTurn))), ...tests])
  console.log(summaryOf(result))
  return result.failed.length === 0
}

const commandArguments = process.argv.slice(2)
const chosenTests = commandArguments.filter((arg) => arg !== '--no-browser')
const hasPassed =
  chosenTests.length > 0
    ? await runChosen(chosenTests)
    : await runAll(!commandArguments.includes('--no-browser'))
process.exit(hasPassed ? 0 : 1)
