/**
 * Tests two API processes on one PostgreSQL behind nginx: they must share sessions and limits, send each mail once, and
 * serve under load while one is killed, each is replaced and the database restarts (P5–P7). `--minutes N` continues the
 * replacements under load, `--only <words>` selects trials by name. Needs Debian's nginx and PostgreSQL 15.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startMailServer } from '../e2e/support/mailServer.ts'
import { type Api, startApi, startProxy } from '../support/stage/api.ts'
import { type Postgres, prepareSchool, type School, startPostgres } from '../support/stage/database.ts'
import { checkOutage } from '../support/stage/outage.ts'
import { countConnections } from '../support/stage/processes.ts'
import { findPrograms } from '../support/stage/programs.ts'
import { createJudge, runTrials } from '../support/stage/verdicts.ts'
import { newFolder, onCleanup, parseWholeNumber } from '../support/suite.ts'
import {
  CONNECTIONS,
  killUnderLoad,
  PAUSE_MS,
  replaceEach,
  restartUnderLoad,
} from './cluster/clusterTrials.ts'
import { checkMailsSentOnce, checkSharedLimits, checkSharedSessions } from './cluster/limitTrials.ts'

const SESSION_COUNT = 400
const OUTAGE_MS = 6_000

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '0' }, only: { type: 'string', default: '' } },
})
const { judge, judged } = createJudge(values.only)

/** Prints how often nginx failed to forward a call, by reason. */
function reportProxyErrors(log: string): void {
  const reasons = log.matchAll(/\*\d+ (.+?), client.+?request: "(\w+)/g)
  const kinds = Map.groupBy(reasons, ([, reason, method]) => `${method}: ${reason}`)
  for (const [kind, { length }] of kinds) console.log(`        nginx × ${length}: ${kind}`)
}

type ClusterEnvironment = {
  school: School
  postgres: Postgres
  environment: Record<string, string>
  minutes: number
}

async function runTrialsBehindNginx(
  stage: ClusterEnvironment,
  nginx: string,
  folder: string,
  mails: string,
): Promise<void> {
  const { school, postgres, environment, minutes } = stage
  const start = (port?: number) => startApi(environment, port)
  const apis = [await start(), await start()]
  const { url, output } = await startProxy(nginx, {
    ports: apis.map(({ port }) => port),
    folder,
    logsErrors: true,
  })
  await judge('sessions shared by two processes', () => checkSharedSessions(apis, school))
  await judge('limits shared by two processes', () => checkSharedLimits(apis))
  await judge('each mail sent once', () => checkMailsSentOnce(school, mails))
  const kill = async () => {
    const [first] = apis as [Api]
    const connections = countConnections(first.child.pid, first.port)
    await first.end('SIGKILL')
    apis[0] = await start(first.port)
    return connections
  }
  await judge('kill -9 of one of two behind nginx', () => killUnderLoad(url, school, kill))
  const restart = () => replaceEach(apis, environment)
  await judge('each replaced in turn behind nginx', () =>
    restartUnderLoad(url, school, { suite: 'rel-cluster-nginx', minutes, restart }),
  )
  const areSame = () => apis.every(({ isAlive }) => isAlive())
  await judge('PostgreSQL restarted behind nginx', () =>
    checkOutage(
      { url, connections: CONNECTIONS, pauseMs: PAUSE_MS },
      school,
      { begin: postgres.stop, end: postgres.start, ms: OUTAGE_MS },
      areSame,
    ),
  )
  for (const api of apis) await api.end('SIGTERM')
  if (judged.good < judged.all) reportProxyErrors(output())
}

async function runAll(minutes: number): Promise<void> {
  const { nginx, postgres: binaries } = findPrograms()
  const folder = newFolder('rel-cluster')
  const postgres = await startPostgres(binaries, folder)
  const DATA_DIR = join(folder, 'data')
  const school = await prepareSchool(postgres.url, DATA_DIR, SESSION_COUNT)
  const mailServer = await startMailServer()
  onCleanup(() => mailServer.stop())
  const environment = {
    ...{ DATA_DIR, DATABASE_URL: postgres.url, SECRET_KEYS: school.secretKeys, TRUST_PROXY: '127.0.0.1' },
    ...{ SMTP_URL: mailServer.url, MAIL_FROM: 'no-responder@example.com' },
  }
  await runTrialsBehindNginx({ school, postgres, environment, minutes }, nginx, folder, mailServer.folder)
}

await runTrials('reliability/cluster', judged, () => runAll(parseWholeNumber('minutes', values.minutes, 0)))
