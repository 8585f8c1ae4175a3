/**
 * Checks that the tests detect faults: applies 16 planted faults, one for each important rule, one at a time to a copy
 * of the current commit. With each fault, a test of the file that the fault names must fail. `--only <name>` tries a
 * single fault.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { runToEnd } from '../support/stage/programs.ts'
import { newFolder, onCleanup, runSuite, throwIfAborted } from '../support/suite.ts'
import { type PlantedFault, readPlantedFaults } from './plantedFaults.ts'

const root = join(import.meta.dirname, '../..')
const PACKAGE_SCOPE = '@apoderados'

/**
 * Links the installed libraries into the copy of the repository; the packages of the repository itself are those of the
 * copy.
 */
function linkLibraries(copy: string): void {
  const installed = join(root, 'node_modules')
  mkdirSync(join(copy, 'node_modules', PACKAGE_SCOPE), { recursive: true })
  for (const name of readdirSync(installed)) {
    if (name !== PACKAGE_SCOPE) symlinkSync(join(installed, name), join(copy, 'node_modules', name))
  }
  for (const name of readdirSync(join(installed, PACKAGE_SCOPE))) {
    const target = readlinkSync(join(installed, PACKAGE_SCOPE, name)) // relative, so that it leads to the copy's folder
    symlinkSync(target, join(copy, 'node_modules', PACKAGE_SCOPE, name))
    const folder = join('node_modules', PACKAGE_SCOPE, target)
    const ownModules = join(root, folder, 'node_modules')
    if (existsSync(ownModules)) symlinkSync(ownModules, join(copy, folder, 'node_modules'))
  }
}

function checkOutHead(): string {
  const copy = join(newFolder('mutants'), 'tree')
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', copy, 'HEAD'], { cwd: root })
  onCleanup(() => execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root }))
  linkLibraries(copy)
  return copy
}

type TestRun = { passed: number; failed: string[] }
type Report = {
  numPassedTests: number
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}
const TIMEOUT_MESSAGE = /timed out in \d+ms/

/**
 * Returns how many tests passed and which failed in the copy. @throws if all failures are timeouts, because a timeout
 * does not prove that a fault was detected
 */
async function runTestsIn(copy: string, files: string[]): Promise<TestRun> {
  const report = join(copy, '..', 'report.json')
  rmSync(report, { force: true })
  const args = [
    'run',
    '--maxWorkers=2',
    '--retry=2', // A test that fails by chance on a busy machine passes when it is repeated.
    '--reporter=json',
    `--outputFile=${report}`,
    ...files,
  ]
  await runToEnd(process.execPath, [join(copy, 'node_modules/vitest/vitest.mjs'), ...args], { cwd: copy })
  const { numPassedTests, testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
  const timedOut = failed.filter(({ failureMessages }) =>
    failureMessages.some((message) => TIMEOUT_MESSAGE.test(message)),
  )
  if (timedOut.length > 0 && timedOut.length === failed.length)
    throw new Error(`no time on this machine: ${timedOut[0]?.fullName}`)
  return { passed: numPassedTests, failed: failed.map(({ fullName }) => fullName) }
}

/** Plants a fault, runs its test file, removes the fault, and returns whether a test failed. */
async function tryMutant(copy: string, { name, rule, fault, suite, path }: PlantedFault): Promise<boolean> {
  const apply = (...flags: string[]) =>
    spawnSync('git', ['apply', ...flags, path], { cwd: copy, encoding: 'utf8' })
  const applied = apply()
  if (applied.status !== 0)
    throw new Error(`${name}.patch does not apply any more: create it again\n${applied.stderr}`)
  const { failed } = await runTestsIn(copy, [suite])
  const undone = apply('--reverse')
  if (undone.status !== 0) throw new Error(undone.stderr)
  console.log(
    `${failed.length > 0 ? '·' : '✗ SURVIVES'} ${name} (${rule}: ${fault}): ${failed.length} red in ${basename(suite)}`,
  )
  return failed.length > 0
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })

await runSuite('security/mutants', async () => {
  const mutants = readPlantedFaults().filter(({ name }) => values.only === undefined || name === values.only)
  if (mutants.length === 0) throw new Error('no such mutant')
  const copy = checkOutHead()
  const healthy = await runTestsIn(copy, [...new Set(mutants.map(({ suite }) => suite))])
  if (healthy.failed.length > 0) throw new Error(`red without any fault: ${healthy.failed.join(', ')}`)
  if (healthy.passed === 0) throw new Error('no test ran: a fault in what is committed')
  console.log(`${healthy.passed} tests are green without a fault`)
  let killed = 0
  for (const mutant of mutants) {
    throwIfAborted()
    if (await tryMutant(copy, mutant)) killed += 1
  }
  console.log(
    `security/mutants ${killed === mutants.length ? 'passed' : 'FAILED'}: ${killed} of ${mutants.length}`,
  )
  return killed === mutants.length
})
