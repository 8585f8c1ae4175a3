/**
 * Checks that no parent ever receives a byte of other families (P2, R1, R2): sends every read of the API as every
 * parent with every id of generated schools, in which each text has a marker. Then it makes random changes to the
 * links, enrollments and choices of families, and reads again after each. `--minutes N` goes on with such changes for N
 * minutes, or until `--calls N` calls (1,000,000) are made; `--seed N` selects the changes of the short form.
 */
import { parseArgs } from 'node:util'
import { type Ask, askerOf } from '@apoderados/server/testing/oracle/asking'
import { tryChanges } from '@apoderados/server/testing/oracle/changes'
import { checkAnswers, everyQuestion } from '@apoderados/server/testing/oracle/matrix'
import { makeWorld } from '@apoderados/server/testing/oracle/oracleSchool'
import { writeWorld } from '@apoderados/server/testing/oracle/write'
import { openServer } from '../support/ownServer.ts'
import { parseWholeNumber, runSuite, throwIfAborted } from '../support/suite.ts'
import { runLongForm } from '../support/suiteProgress.ts'

const CALLS_MIN = 24_000
const SEQUENCE_COUNT = 50
const SHOWN_FAULTS_MAX = 10
const SCHOOL_SIZE = { schools: 2, courses: 2, students: 4, subjects: 2, periods: 1 }

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '0' },
    calls: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
  },
})
const formatCount = (count: number) => count.toLocaleString('en')

await runSuite('security/authz', async () => {
  const minutes = parseWholeNumber('minutes', values.minutes, 0)
  const goal = parseWholeNumber('calls', values.calls)
  const server = await openServer()
  const { world, markers } = makeWorld(SCHOOL_SIZE, await server.services.passwords.hash('demo1234'))
  await writeWorld(server.db, server.services.files, world)
  const sendQuestion = askerOf(server)
  const ask: Ask = (...question) => {
    throwIfAborted()
    return sendQuestion(...question)
  }

  const { calls, refused, faults } = await checkAnswers(world, everyQuestion(world), ask)
  for (const fault of faults.slice(0, SHOWN_FAULTS_MAX)) console.log(fault)
  console.log(
    `matrix: ${formatCount(calls)} calls of ${world.parents.length} parents, ${formatCount(refused)} refused, ` +
      `${formatCount(calls - refused)} answered: ${faults.length} faults`,
  )

  const trial = { world, markers, ask, db: server.db }
  const result = await tryChanges(trial, {
    runs: SEQUENCE_COUNT,
    seed: parseWholeNumber('seed', values.seed),
  })
  console.log(
    `families: ${formatCount(result.changes)} changes, ${formatCount(result.calls)} calls after them: 0 faults`,
  )
  if (minutes > 0) {
    const { done } = await runLongForm({ suite: 'sec-authz', minutes, goal }, async (seed) => {
      const { calls } = await tryChanges(trial, { runs: SEQUENCE_COUNT, seed })
      return { count: calls, isGood: true } // The trial throws on a leak.
    })
    console.log(`families, long form: ${formatCount(done)} of ${formatCount(goal)} calls: 0 faults`)
  }
  const isGood = faults.length === 0 && calls >= CALLS_MIN
  console.log(`security/authz ${isGood ? 'passed: 0 leaks' : 'FAILED'}`)
  return isGood
})
