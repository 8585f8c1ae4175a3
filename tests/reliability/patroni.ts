/**
 * Runs PostgreSQL on three nodes under Patroni and etcd behind HAProxy, with the configuration files of deploy/, and
 * breaks the primary while a family reads and writes: kills it, pauses it, cuts it off from the network, or fills its
 * disk. `--faults 200` sets the number of faults (10 by default), `--only 'cut off'` selects one kind of fault. Needs
 * root, for file systems of a limited size, and Debian's PostgreSQL 15, patroni, etcd-server and haproxy.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startApi } from '@apoderados/tests-support/environment/api.ts'
import { prepareSchool } from '@apoderados/tests-support/environment/database.ts'
import { findPostgres } from '@apoderados/tests-support/environment/programs.ts'
import { requireRoot } from '@apoderados/tests-support/environment/smallDisk.ts'
import { createVerdicts, runTrials } from '@apoderados/tests-support/environment/verdicts.ts'
import { newFolder } from '../support/suite.ts'
import { startEtcd } from './patroni/etcd.ts'
import { startHaproxy } from './patroni/haproxy.ts'
import { type Fault, startNode } from './patroni/node.ts'
import { checkPrimaryFault, waitUntilHealthy } from './patroni/scenario.ts'

/**
 * More sessions than there are writes during a fault. A session has only one push token, so a second write to it would
 * replace a token whose loss is checked.
 */
const SESSION_COUNT = 1_000
const faultKinds: Fault[] = ['killed', 'paused', 'cut off', 'disk full']
const PROGRAM_PATHS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy']

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, faults: { type: 'string', default: '10' } },
})
const { verdicts, counts } = createVerdicts(values.only)

async function runAll(): Promise<void> {
  requireRoot()
  const missing = PROGRAM_PATHS.filter((path) => !existsSync(path))
  if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}`)
  const binaries = findPostgres()
  const etcd = await startEtcd()
  const nodes = await Promise.all(
    ['one', 'two', 'three'].map((name, index) => startNode(name, binaries, etcd[index] as number)),
  )
  const databaseUrl = `postgres://postgres@127.0.0.1:${await startHaproxy(nodes)}/postgres`
  await waitUntilHealthy({ nodes, databaseUrl })
  const DATA_DIR = join(newFolder('rel-patroni'), 'data')
  const school = await prepareSchool(databaseUrl, DATA_DIR, SESSION_COUNT)
  const api = await startApi({
    DATA_DIR,
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: school.secretKeys,
    TRUST_PROXY: '127.0.0.1',
  })
  const environment = { nodes, api, school, databaseUrl }
  for (let round = 0; round < Number(values.faults); round += 1) {
    const fault = faultKinds[round % faultKinds.length] as Fault
    await verdicts(`${round + 1}: primary ${fault}`, () => checkPrimaryFault(environment, fault, round))
  }
  await api.end('SIGTERM')
}

await runTrials('reliability/patroni', counts, runAll)
