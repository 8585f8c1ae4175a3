/**
 * Checks that every request gets a response of the contract (P3): sends 200,000 generated requests that are valid,
 * mutated or have wrong types, methods and encodings, drops and forges sessions, and searches the log for forbidden
 * content. `--requests N` sets another number of requests, `--seed N` only repeats the round with that seed.
 */
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { loadDemo } from '@apoderados/server/demo/loadDemo'
import { attackOn } from '@apoderados/testing/fuzz/attack'
import { openServer } from '../support/ownServer.ts'
import { onCleanup, parseWholeNumber, runSuite, throwIfAborted } from '../support/suite.ts'

const REQUESTS_PER_ROUND = 2_000
const CONCURRENT_REQUESTS = 4
/**
 * The number of requests before memory is measured: hashing and compression first allocate memory in each thread,
 * outside JavaScript's heap.
 */
const WARM_UP_REQUESTS = 60_000
const MEMORY_GROWTH_MAX_MB = 30
const BYTES_PER_MB = 1024 ** 2

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string' },
  },
})
const formatCount = (count: number) => count.toLocaleString('en')

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** Returns this process's resident memory in MB: the least of several readings, because the system frees pages late. */
function residentMb(): number {
  const samples = Array.from({ length: 5 }, () => {
    collectGarbage()
    return process.memoryUsage.rss()
  })
  return Math.min(...samples) / BYTES_PER_MB
}

const unhandledErrors: unknown[] = []
process.on('unhandledRejection', (error) => unhandledErrors.push(error))

await runSuite('security/fuzz', async () => {
  const requests = parseWholeNumber('requests', values.requests)
  const { services, db, app } = await openServer()
  await loadDemo(db, services.files, services.passwords)
  services.mails.start(app.log)
  onCleanup(() => services.mails.stop())
  const { rows } = await db.$client.query<{ id: number }>(
    `select id::int from parents where email like '%apoderad_@%' or email like 'otra%' order by id`,
  )
  const { results, run } = attackOn(
    { services, db, app },
    rows.map(({ id }) => id),
  )
  if (values.seed !== undefined) {
    await run(REQUESTS_PER_ROUND, parseWholeNumber('seed', values.seed))
    return unhandledErrors.length === 0
  }

  let seed = 0
  async function sendUpTo(count: number) {
    while (results.requests < count) {
      throwIfAborted()
      seed += CONCURRENT_REQUESTS
      await Promise.all(
        Array.from({ length: CONCURRENT_REQUESTS }, (_, worker) => run(REQUESTS_PER_ROUND, seed + worker)),
      )
    }
  }
  await sendUpTo(Math.min(WARM_UP_REQUESTS, requests))
  const before = residentMb()
  await sendUpTo(requests)
  const growth = residentMb() - before
  if (results.busy > 0)
    console.log(
      `${results.busy} answers 503 of a machine that stood still for a second, at most one in ${formatCount(REQUESTS_PER_ROUND)}; ` +
        'the same was served when it was asked again',
    )
  const statuses = [...results.statuses].sort().map(([status, count]) => `${status}: ${formatCount(count)}`)
  console.log(`${formatCount(results.requests)} requests (${statuses.join(', ')})`)
  console.log(
    `0 other responses of its own error or out of the contract, nothing in the log that it may not hold, ` +
      `${unhandledErrors.length} unhandled rejections, memory grew ${growth.toFixed(1)} MB after ${formatCount(WARM_UP_REQUESTS)}`,
  )
  const isGood = unhandledErrors.length === 0 && growth < MEMORY_GROWTH_MAX_MB
  console.log(`security/fuzz ${isGood ? 'passed' : 'FAILED'} (limit ${MEMORY_GROWTH_MAX_MB} MB)`)
  return isGood
})
