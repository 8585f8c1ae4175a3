/**
 * Checks that the tests detect broken authorisation: makes five changes, one at a time, to a copy of the current
 * commit. With each, a test of the file that it names must fail. `--only <name>` makes a single one.
 */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runToEnd } from '@apoderados/tests-support/environment/programs.ts'
import { newFolder, onCleanup, runSuite, throwIfAborted } from '../support/suite.ts'

const root = join(import.meta.dirname, '../..')
const SCOPE = 'node_modules/@apoderados'

/** `find` occurs once in `file`; `rule` is of docs/security.md or docs/spec.md. */
type Mutant = { name: string; rule: string; file: string; find: string; replace: string; suite: string }

const mutants: Mutant[] = [
  {
    name: 'foreign-student',
    rule: 'R1: each statement reads only students of the parent',
    file: 'packages/core/src/students/enrollments.ts',
    find: "eq(studentParents.parent_id, sql.placeholder('parent_id')),\n        isRequestedStudent,",
    replace: 'isRequestedStudent,',
    suite: 'apps/server/src/modules/students.test.ts',
  },
  {
    name: 'barred-classmate',
    rule: '§6: a parent does not see a child whose link is closed as a classmate of another child',
    file: 'apps/server/src/modules/classmates.ts',
    find: 'enrollments.student_id} <> all(',
    replace: 'enrollments.student_id} * -1 <> all(',
    suite: 'apps/server/src/http/authz.test.ts',
  },
  {
    name: 'contacts-of-all',
    rule: 'R2: classmates’ families see only a telephone that is shared',
    file: 'apps/server/src/modules/classmates.ts',
    find: "phone: shared(parents.shares_phone, parents.phone).as('phone'),",
    replace: 'phone: parents.phone,',
    suite: 'apps/server/src/http/authz.test.ts',
  },
  {
    name: 'document-of-anybody',
    rule: 'R27: a document is given to its families only',
    file: 'apps/server/src/modules/agenda/events.ts',
    find: "and(eq(studentParents.parent_id, sql.placeholder('parent_id')), eq(studentParents.has_access, true)),",
    replace: 'eq(studentParents.has_access, true),',
    suite: 'apps/server/src/http/authz.test.ts',
  },
  {
    name: 'profile-left',
    rule: 'R16: a sign-out removes the profile from the device',
    file: 'apps/web/src/shared/session/stored.ts',
    find: '      if (value === null) store.removeItem(key)',
    replace:
      "      if (value === null && key === 'profile') continue\n      if (value === null) store.removeItem(key)",
    suite: 'apps/web/src/shared/session/signOut.test.ts',
  },
]

/** Checks out the current commit, with links to the installed packages except those of the repository itself. */
function checkOutHead(): string {
  const copy = join(newFolder('mutants'), 'tree')
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', copy, 'HEAD'], { cwd: root })
  onCleanup(() => execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root }))
  mkdirSync(join(copy, SCOPE), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@apoderados')
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of readdirSync(join(root, SCOPE))) {
    const target = readlinkSync(join(root, SCOPE, name)) // relative, so that it leads to the copy's folder
    symlinkSync(target, join(copy, SCOPE, name))
    const own = join(SCOPE, target, 'node_modules')
    if (existsSync(join(root, own))) symlinkSync(join(root, own), join(copy, own))
  }
  return copy
}

/** Runs test files of the copy. @throws if all failures are timeouts, which do not prove that a fault was detected */
async function runTestsIn(copy: string, files: string[]): Promise<{ passed: number; failed: string[] }> {
  const report = join(copy, '..', 'report.json')
  // A test that fails by chance on a busy machine passes when it is repeated.
  const args = ['run', '--maxWorkers=2', '--retry=2', '--reporter=json', `--outputFile=${report}`, ...files]
  await runToEnd(process.execPath, [join(copy, 'node_modules/vitest/vitest.mjs'), ...args], { cwd: copy })
  const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const tests: { fullName: string; status: string; failureMessages: string[] }[] = testResults.flatMap(
    (file: { assertionResults: unknown }) => file.assertionResults,
  )
  const failed = tests.filter(({ status }) => status === 'failed')
  const isTimeout = ({ failureMessages }: (typeof tests)[number]) =>
    /timed out in \d+ms/.test(failureMessages.join())
  if (failed.length > 0 && failed.every(isTimeout)) throw new Error(`no time: ${failed[0]?.fullName}`)
  return { passed, failed: failed.map(({ fullName }) => fullName) }
}

/** Makes a change, runs its test file, undoes the change, and returns whether a test failed. */
async function isDetected(
  copy: string,
  { name, rule, file, find, replace, suite }: Mutant,
): Promise<boolean> {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(find).length !== 2) throw new Error(`${name}: ${file} does not have the code once`)
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  const { failed } = await runTestsIn(copy, [suite])
  writeFileSync(path, text)
  console.log(
    `${failed.length > 0 ? '·' : '✗ SURVIVES'} ${name} (${rule}): ${failed.length} failed in ${suite}`,
  )
  return failed.length > 0
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })

await runSuite('security/mutants', async () => {
  const selected = mutants.filter(({ name }) => name.includes(values.only))
  const copy = checkOutHead()
  const { passed, failed } = await runTestsIn(copy, [...new Set(selected.map(({ suite }) => suite))])
  if (failed.length > 0 || passed === 0) throw new Error(`not green without a fault: ${failed.join(', ')}`)
  let detected = 0
  for (const mutant of selected) {
    throwIfAborted()
    if (await isDetected(copy, mutant)) detected += 1
  }
  const isGood = detected === selected.length
  console.log(`security/mutants ${isGood ? 'passed' : 'FAILED'}: ${detected} of ${selected.length}`)
  return isGood
})
