/**
 * Checks that no parent ever receives a byte of other families (P2, R1, R2): sends every read of the API as every
 * parent with every id of generated schools, in which each text has a marker. Then it makes random changes to the
 * links, enrollments and choices of families, and reads again after each. `--sequences N` (50) sets the number of such
 * sequences of changes, `--seed N` selects them.
 */
import { parseArgs } from 'node:util'
import { tryChanges } from '@apoderados/testing/oracle/changes'
import { checkResponses, everyQuestion } from '@apoderados/testing/oracle/matrix'
import { makeFixture } from '@apoderados/testing/oracle/oracleSchool'
import { type RequestAs, requesterOf } from '@apoderados/testing/oracle/requestAs'
import { writeFixture } from '@apoderados/testing/oracle/write'
import { openServer } from '../support/ownServer.ts'
import { parseWholeNumber, runSuite, throwIfAborted } from '../support/suite.ts'

const CALLS_MIN = 24_000
const SHOWN_FAULTS_MAX = 10
const SCHOOL_SIZE = { schools: 2, courses: 2, students: 4, subjects: 2, periods: 1 }

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
  },
})
const formatCount = (count: number) => count.toLocaleString('en')

await runSuite('security/authz', async () => {
  const server = await openServer()
  const { fixture, markers } = makeFixture(SCHOOL_SIZE, await server.services.passwords.hash('demo1234'))
  await writeFixture(server.db, server.services.files, fixture)
  const sendQuestion = requesterOf(server)
  const ask: RequestAs = (...question) => {
    throwIfAborted()
    return sendQuestion(...question)
  }

  const { calls, refused, faults } = await checkResponses(fixture, everyQuestion(fixture), ask)
  for (const fault of faults.slice(0, SHOWN_FAULTS_MAX)) console.log(fault)
  console.log(
    `matrix: ${formatCount(calls)} calls of ${fixture.parents.length} parents, ${formatCount(refused)} refused, ` +
      `${formatCount(calls - refused)} answered: ${faults.length} faults`,
  )

  const trial = { fixture, markers, ask, db: server.db }
  const result = await tryChanges(trial, {
    runs: parseWholeNumber('sequences', values.sequences),
    seed: parseWholeNumber('seed', values.seed),
  })
  console.log(
    `families: ${formatCount(result.changes)} changes, ${formatCount(result.calls)} calls after them: 0 faults`,
  )
  const isGood = faults.length === 0 && calls >= CALLS_MIN
  console.log(`security/authz ${isGood ? 'passed: 0 leaks' : 'FAILED'}`)
  return isGood
})
