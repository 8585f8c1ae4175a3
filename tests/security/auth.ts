/**
 * Checks that authentication admits only account owners (P10, R5–R14, R17, R25). It runs the tests of forged tokens,
 * limits, races and sessions, compares recovery with a model, signs in while another device at the same IP address
 * guesses passwords, and measures what the response time reveals. `--pairs N` (2,000) sets how many pairs of requests
 * are timed, `--stories N` (150) how many random sequences of calls are compared with the model.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadDemo } from '@apoderados/server/demo/loadDemo'
import { recoveryModel } from '@apoderados/testing/accounts/recoveryModel'
import { runToEnd } from '@apoderados/tests-support/environment/programs.ts'
import { openServer } from '../support/ownServer.ts'
import { newFolder, parseWholeNumber, runSuite, throwIfAborted } from '../support/suite.ts'
import { measureTiming, PAIRS_MIN } from './auth/authTiming.ts'
import { measureSharedAddress } from './auth/sharedAddress.ts'

const root = join(import.meta.dirname, '../..')
const TEST_FILES = [
  ...['session', 'password', 'recovery', 'pushTokens', 'signInLimits', 'lockOut'].map(
    (name) => `apps/server/src/modules/${name}.test.ts`,
  ),
  ...['tokens', 'deviceProof', 'guessablePasswords'].map((name) => `apps/server/src/auth/${name}.test.ts`),
  'packages/core/src/invitations/invitations.test.ts',
  ...['oneTimeCodes', 'keys'].map((name) => `packages/core/src/secrets/${name}.test.ts`),
]

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '2000' },
    stories: { type: 'string', default: '150' },
  },
})

/** Runs the tests of sign-in, sessions and recovery: forgeries, limits, a hundred calls at once, revocation. */
async function runTests(): Promise<boolean> {
  const report = join(newFolder('auth'), 'report.json')
  const args = ['run', '--reporter=json', `--outputFile=${report}`, ...TEST_FILES]
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { child } = await runToEnd(process.execPath, [vitest, ...args], { cwd: root })
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  for (const { assertionResults } of testResults) {
    for (const { status: outcome, fullName } of assertionResults)
      if (outcome === 'failed') console.log(`✗ ${fullName}`)
  }
  // Vitest ignores a path that matches no file.
  const missingFiles = TEST_FILES.filter(
    (file) => !testResults.some(({ name }: { name: string }) => name.endsWith(file)),
  )
  console.log(
    `tests: ${numPassedTests} passed, ${numFailedTests} failed, of ${TEST_FILES.length} files; not found: ${missingFiles.join(', ') || 'none'}`,
  )
  return child.exitCode === 0 && missingFiles.length === 0
}

async function compareWithModel(stories: number): Promise<boolean> {
  const server = await openServer()
  await loadDemo(server.db, server.services.files, server.services.passwords)
  const { rows } = await server.db.$client.query<{ parent_id: number; email: string }>(
    `select id::int as parent_id, email from parents where email = any($1) order by id`,
    [['apoderada@example.com', 'apoderado@example.com', 'otra.familia@example.com']],
  )
  const model = recoveryModel(
    server,
    rows.map((row) => ({ ...row, password: 'demo1234' })),
  )
  throwIfAborted()
  const { calls } = await model.run(stories, 1)
  console.log(`recovery: ${stories} stories of ${calls} calls as the model says`)
  return true
}

await runSuite('security/auth', async () => {
  const pairs = parseWholeNumber('pairs', values.pairs, PAIRS_MIN)
  const stories = parseWholeNumber('stories', values.stories)
  const parts = [await runTests(), await compareWithModel(stories)]
  parts.push(await measureSharedAddress())
  parts.push(await measureTiming(pairs))
  const isGood = parts.every(Boolean)
  console.log(`security/auth ${isGood ? 'passed' : 'FAILED'}`)
  return isGood
})
