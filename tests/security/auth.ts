/**
 * Checks that authentication admits only account owners (P10, R5–R14, R17, R25). It compares recovery with a model,
 * signs in while another device at the same IP address guesses passwords, and measures what the response time reveals.
 * `--pairs N` (2,000) sets how many pairs of requests are timed, `--stories N` (150) how many random sequences of calls
 * are compared with the model.
 */
import { parseArgs } from 'node:util'
import { loadDemo } from '@apoderados/server/demo/loadDemo'
import { recoveryModel } from '@apoderados/testing/accounts/recoveryModel'
import { openServer } from '../support/ownServer.ts'
import { parseWholeNumber, runSuite, throwIfAborted } from '../support/suite.ts'
import { measureTiming, PAIRS_MIN } from './auth/authTiming.ts'
import { measureSharedAddress } from './auth/sharedAddress.ts'

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '2000' },
    stories: { type: 'string', default: '150' },
  },
})

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
  const parts = [await compareWithModel(stories)]
  parts.push(await measureSharedAddress())
  parts.push(await measureTiming(pairs))
  const isGood = parts.every(Boolean)
  console.log(`security/auth ${isGood ? 'passed' : 'FAILED'}`)
  return isGood
})
