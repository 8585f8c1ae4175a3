/**
 * Tests the server's capacity behind nginx, with 2,000 parents on its own PostgreSQL: 1,000 mixed reads per second,
 * alone and beside sign-ins (P9), and reads at 0.5 to 10 times the peak (P8). `--seconds N` (60) sets the length of the
 * first two, `--only <words>` selects trials by name. Needs PostgreSQL 15 and nginx.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '@apoderados/core/db/schema/migrate'
import { startApi, startProxy } from '@apoderados/tests-support/environment/api.ts'
import { startPostgres } from '@apoderados/tests-support/environment/database.ts'
import {
  importGeneratedSchool,
  openFamilySessions,
} from '@apoderados/tests-support/environment/generatedSchool.ts'
import { findPrograms } from '@apoderados/tests-support/environment/programs.ts'
import { createVerdicts, runTrials } from '@apoderados/tests-support/environment/verdicts.ts'
import { newFolder, parseWholeNumber } from '../support/suite.ts'
import { createReadMix, createSignInMix } from './load/calls.ts'
import { checkOverload } from './load/overload.ts'
import { checkReadsBesideSignIns, checkSteadyReads, warmUp } from './load/reads.ts'

const STUDENT_COUNT = 1_400
/** With two sessions each, none reaches its limit of calls per minute at ten times the peak. */
const PARENTS = { count: 2_000, sessionsPerParent: 2 }

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, only: { type: 'string', default: '' } },
})
const { verdicts, counts } = createVerdicts(values.only)

await runTrials('reliability/load', counts, async () => {
  const seconds = parseWholeNumber('seconds', values.seconds)
  const { nginx, postgres: binaries } = findPrograms()
  const folder = newFolder('rel-load')
  const { url: DATABASE_URL } = await startPostgres(binaries, folder)
  const SECRET_KEYS = randomBytes(32).toString('base64url')
  const environment = { DATA_DIR: join(folder, 'data'), DATABASE_URL, SECRET_KEYS, TRUST_PROXY: '127.0.0.1' }
  await migrate(DATABASE_URL)
  await importGeneratedSchool(STUDENT_COUNT, join(folder, 'set'), environment)
  const families = await openFamilySessions(environment, PARENTS)
  const api = await startApi(environment)
  const { url } = await startProxy(nginx, { ports: [api.port], folder })
  const target = { port: Number(new URL(url).port), next: createReadMix(families) }
  await warmUp(target)
  await verdicts('steady reads', () => checkSteadyReads(target, seconds))
  await verdicts('reads beside sign-ins', () =>
    checkReadsBesideSignIns(target, createSignInMix(families), seconds),
  )
  await verdicts('overload', () => checkOverload(target))
})
