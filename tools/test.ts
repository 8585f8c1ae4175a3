/**
 * Every check of the project, ending in one line that adds them up. With --no-browser it leaves out the
 * browser's part, for the minutes before a commit.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { memoryFolder } from './memoryFolder.ts'
import { beginStamp, stampOfReports } from './stamp.ts'

const root = join(import.meta.dirname, '..')
const bin = (path: string) => join(root, 'node_modules', path)
const withBrowser = !process.argv.includes('--no-browser')
/** Kept until the next run: sec:asvs reads those of a whole one, when they are of the same code. */
const reports = join(root, 'data/reports', withBrowser ? 'test' : 'check')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const stampReports = beginStamp(stampOfReports(reports))

const TMPDIR = memoryFolder()
const running = new Set<ChildProcess>()
let isCutOff = false
// What runs ends first, and undoes what it has done; a second signal ends this at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isCutOff = true
    for (const child of running) child.kill(signal)
  })
}

type Count = { passed: number; failed: number }

/** Runs a Node program in the project's folder and tells its words once it has ended; true when it succeeded. */
async function run(name: string, args: string[], environment: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR, ...environment },
  })
  running.add(child)
  let words = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      words += chunk
    })
  }
  const [status] = await once(child, 'close')
  running.delete(child)
  if (isCutOff) process.exit(1)
  console.log(`\n› ${name}\n${words.trimEnd()}`)
  return status === 0
}

/** A tool that only says yes or no counts as one. */
const check = async (name: string, args: string[]): Promise<Count> =>
  (await run(name, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/** What a runner's report holds; a runner that failed without a failed test counts as one. */
function counted(hasSucceeded: boolean, read: () => Count): Count {
  let count: Count = { passed: 0, failed: 0 }
  try {
    count = read()
  } catch {
    console.error('The runner left no report')
  }
  const isSilentFailure = !hasSucceeded && count.failed === 0
  return isSilentFailure ? { ...count, failed: 1 } : count
}

const readReport = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

async function vitest(): Promise<Count> {
  const report = join(reports, 'vitest.json')
  const hasSucceeded = await run('Vitest', [
    bin('vitest/vitest.mjs'),
    'run',
    '--tagsFilter=!processes',
    '--maxWorkers=2', // by itself it would leave one core of a small machine idle
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  return counted(hasSucceeded, () => {
    const { numPassedTests, numFailedTests } = readReport(report)
    return { passed: numPassedTests, failed: numFailedTests }
  })
}

async function playwright(): Promise<Count> {
  const report = join(reports, 'playwright.json')
  const walks = [bin('@playwright/test/cli.js'), 'test', '--config=e2e', '--grep=@short']
  const hasSucceeded = await run('Playwright', walks, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  return counted(hasSucceeded, () => {
    const { expected, unexpected, flaky } = readReport(report).stats
    return { passed: expected + flaky, failed: unexpected }
  })
}

const tsc = (project: string) => check(`Types of ${project}`, [bin('typescript/bin/tsc'), '-p', project])
type Step = () => Promise<Count>

const sum = (counts: Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
})

/** One after the other, added up. */
async function inTurn(steps: Step[]): Promise<Count> {
  const counts: Count[] = []
  for (const step of steps) counts.push(await step())
  return sum(counts)
}

const types = ['packages/contract', 'apps/server', 'apps/operator', 'apps/web', 'e2e', 'tools'].map(
  (project) => () => tsc(project),
)
const rules: Step[] = [
  () => check('Biome', [bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.']),
  () => check('Knip', [bin('knip/bin/knip.js')]),
]
const build: Step[] = [
  () => check('Build', ['apps/web/build.ts', '--if-stale']),
  () => check('Bytes', ['tools/size.ts']),
]

/** What needs one core each side by side, on two; then the tests, which use both. */
const lanes = [types, withBrowser ? [...rules, ...build] : rules]
const tests = withBrowser ? [vitest, playwright] : [vitest]
const total = await inTurn([async () => sum(await Promise.all(lanes.map(inTurn))), ...tests])
stampReports()
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
