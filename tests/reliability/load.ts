/**
 * Tests the server's capacity with 2,000 parents of 1,000 students on its own PostgreSQL: 1,000 mixed reads per
 * second with and without nginx, sign-ins beside them behind nginx (P9), calls at 0.5 to 10 times the peak with and
 * without nginx (P8), slow and hostile clients. `--minutes N` adds a soak (N minutes of usual load), `--only <words>`
 * selects trials, `--profile <folder>` writes CPU profiles. Needs Debian's PostgreSQL 15, nginx and slowhttptest.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startApi, startProxy } from '../support/stage/api.ts'
import { startPostgres } from '../support/stage/database.ts'
import { findFreePort, findPrograms } from '../support/stage/programs.ts'
import { createJudge, runTrials } from '../support/stage/verdicts.ts'
import { newFolder, parseWholeNumber } from '../support/suite.ts'
import { createReadMix } from './load/calls.ts'
import { checkHostileRequests, harvestClassmates } from './load/hostile.ts'
import { prepareLoadSchool } from './load/loadSchool.ts'
import { printTableHead } from './load/loadTable.ts'
import { checkOverload } from './load/overload.ts'
import { checkReadsBesideSignIns, checkSteadyReads, warmUp } from './load/reads.ts'
import {
  checkSlowClients,
  checkSlowRequestsAreCut,
  occupyAllConnections,
  requireSlowHttpTest,
} from './load/slowClients.ts'
import { runSoak, SOAK_MINUTES_MIN } from './load/soak.ts'

/** The duration that P9 sets for reads. */
const READS_SECONDS = 60

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
})
const { judge, judged } = createJudge(values.only)

await runTrials('reliability/load', judged, async () => {
  const minutes = parseWholeNumber('minutes', values.minutes, 0)
  if (minutes > 0 && minutes < SOAK_MINUTES_MIN)
    throw new Error(
      `--minutes must be 0 or from ${SOAK_MINUTES_MIN} on: a shorter soak cannot tell what grows`,
    )
  requireSlowHttpTest()
  const { nginx, postgres: binaries } = findPrograms()
  const folder = newFolder('rel-load')
  const postgres = await startPostgres(binaries, folder)
  const DATA_DIR = join(folder, 'data')
  const school = await prepareLoadSchool(postgres.url, folder, DATA_DIR)
  const environment = {
    ...{ DATA_DIR, DATABASE_URL: postgres.url, SECRET_KEYS: school.secretKeys },
    TRUST_PROXY: '127.0.0.1',
  }
  const metricsPort = minutes > 0 ? await findFreePort() : undefined
  const api = await startApi({
    ...environment,
    ...(metricsPort && { METRICS_PORT: String(metricsPort) }),
    ...(values.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` }),
  })
  const stage = { api, next: createReadMix(school) }
  const proxy = await startProxy(nginx, { ports: [api.port], folder })
  const refusing = await startProxy(nginx, {
    ports: [api.port],
    folder: newFolder('rel-load-refusing'),
    refusesAll: true,
  })
  const portOf = ({ url }: { url: string }) => Number(new URL(url).port)
  const behindNginx = { ...stage, api: { ...api, port: portOf(proxy) } }
  printTableHead()
  await warmUp(stage)
  await judge('steady reads', () => checkSteadyReads(stage, READS_SECONDS))
  await judge('steady reads behind nginx', () => checkSteadyReads(behindNginx, READS_SECONDS))
  await judge('reads beside sign-ins behind nginx', () =>
    checkReadsBesideSignIns(behindNginx, school, READS_SECONDS),
  )
  await judge('overload', () => checkOverload(stage))
  await judge('overload behind nginx', () => checkOverload(behindNginx, portOf(refusing)))
  await judge('slow clients', () => checkSlowClients(stage))
  await judge('slow ones are cut', () => checkSlowRequestsAreCut(stage))
  await judge('full house', () => occupyAllConnections(stage))
  await judge('hostile requests', () => checkHostileRequests(stage, school))
  await judge('class lists', () => harvestClassmates(stage, school))
  if (minutes > 0)
    await judge('soak', () => runSoak(stage, `http://127.0.0.1:${metricsPort}/metrics`, minutes))
})
