/**
 * Tests the API with a PostgreSQL primary and its synchronous standby behind one address, in separate trials: the
 * address leads to the standby before its promotion; the standby acknowledges nothing; the primary is killed while
 * families write, and the standby is promoted. `--only <words>` selects trials by name; each builds on the ones before.
 * Needs Debian's PostgreSQL 15.
 */
import { parseArgs } from 'node:util'
import { startApi } from '../support/stage/api.ts'
import { findPostgres } from '../support/stage/programs.ts'
import { createJudge, runTrials } from '../support/stage/verdicts.ts'
import {
  checkFailover,
  checkReadsWithoutStandby,
  checkRefusalAtStandby,
  checkStandbyReports,
} from './failover/failoverTrials.ts'
import { startReplicatedDatabase } from './failover/replicatedDatabase.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const { judge, judged } = createJudge(values.only)

async function runAll(): Promise<void> {
  const database = await startReplicatedDatabase(findPostgres())
  await judge('start without a standby', () => checkStandbyReports(database, 0))
  const standby = await database.startStandby()
  await judge('start with a synchronous standby', () => checkStandbyReports(database, 1))
  const api = await startApi(database.environment)
  const scene = { database, standby, api }
  await judge('server led to the standby', () => checkRefusalAtStandby(scene))
  await judge('standby that acknowledges nothing', () => checkReadsWithoutStandby(scene))
  await judge('primary killed, standby promoted', () => checkFailover(scene))
  await api.end('SIGTERM')
}

await runTrials('reliability/failover', judged, runAll)
