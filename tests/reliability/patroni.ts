/**
 * Runs PostgreSQL on three nodes under Patroni and etcd behind HAProxy, with the configuration files of deploy/
 * and certificates of its own. Checks who may enter, then breaks the primary while a family reads and writes: kills it, pauses it, cuts it off from the network, or fills its
 * disk. `--faults 200` sets the number of faults (10 by default), `--only 'cut off'` selects one kind of fault. Needs
 * root, for file systems of a limited size, and Debian's PostgreSQL 15, patroni, etcd-server, haproxy and openssl.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { grantLeastRights } from '@apoderados/core/db/client/leastRights'
import { startApi } from '@apoderados/tests-support/environment/api.ts'
import { prepareSchool } from '@apoderados/tests-support/environment/database.ts'
import { findPostgres, runToEnd } from '@apoderados/tests-support/environment/programs.ts'
import { requireRoot } from '@apoderados/tests-support/environment/smallDisk.ts'
import { createVerdicts, runTrials } from '@apoderados/tests-support/environment/verdicts.ts'
import { newFolder } from '../support/suite.ts'
import { makeCertificates } from './patroni/certificates.ts'
import { startEtcd } from './patroni/etcd.ts'
import { startHaproxy } from './patroni/haproxy.ts'
import { type Fault, type Node, startNode } from './patroni/node.ts'
import { checkPrimaryFault, waitUntilHealthy } from './patroni/scenario.ts'
import { checkStrangers } from './patroni/strangers.ts'

/**
 * More sessions than there are writes during a fault. A session has only one push token, so a second write to it would
 * replace a token whose loss is checked.
 */
const SESSION_COUNT = 1_000
const faultKinds: Fault[] = ['killed', 'paused', 'cut off', 'disk full']
const PROGRAM_PATHS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/bin/openssl']
const ROLES_PATH = join(import.meta.dirname, '../../deploy/roles.sql')
const ACCOUNT_PASSWORD = 'a-password-of-this-suite'

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, faults: { type: 'string', default: '10' } },
})
const { verdicts, counts } = createVerdicts(values.only)

async function runAll(): Promise<void> {
  requireRoot()
  const missing = PROGRAM_PATHS.filter((path) => !existsSync(path))
  if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}`)
  const binaries = findPostgres()
  const certificates = makeCertificates()
  const etcd = await startEtcd(certificates)
  const nodes = await Promise.all(
    ['one', 'two', 'three'].map((name, index) =>
      startNode(name, { binaries, certificates, etcdPort: etcd[index] as number }),
    ),
  )
  const port = await startHaproxy(nodes, certificates)
  const urlOf = (account: string, password: string, database = 'apoderados') =>
    `postgres://${account}:${password}@127.0.0.1:${port}/${database}?sslmode=verify-full&sslrootcert=${certificates.ca}`
  await waitUntilHealthy({ nodes, databaseUrl: urlOf('postgres', 'CHANGE-ME', 'postgres') })
  const roles = await runToEnd(
    join(binaries, 'psql'),
    ['-X', '-f', ROLES_PATH, urlOf('postgres', 'CHANGE-ME', 'postgres')],
    {
      env: {
        ...process.env,
        OWNER_PASSWORD: ACCOUNT_PASSWORD,
        SERVER_PASSWORD: ACCOUNT_PASSWORD,
        OPERATOR_PASSWORD: ACCOUNT_PASSWORD,
      },
    },
  )
  if ((await roles.ended) !== 0) throw new Error(`roles.sql: ${roles.output()}`)
  const databaseUrl = urlOf('postgres', 'CHANGE-ME')
  const serverUrl = urlOf('apoderados_server', ACCOUNT_PASSWORD)
  const DATA_DIR = join(newFolder('rel-patroni'), 'data')
  const school = await prepareSchool(urlOf('apoderados_owner', ACCOUNT_PASSWORD), DATA_DIR, SESSION_COUNT)
  await grantLeastRights(school.services.db)
  const api = await startApi({
    DATA_DIR,
    DATABASE_URL: serverUrl,
    SECRET_KEYS: school.secretKeys,
    TRUST_PROXY: '127.0.0.1',
  })
  const environment = { nodes, api, school, databaseUrl }
  await verdicts('who may enter', () =>
    checkStrangers({
      node: nodes[0] as Node,
      etcdPort: etcd[0] as number,
      certificates,
      databaseUrl: serverUrl,
    }),
  )
  for (let round = 0; round < Number(values.faults); round += 1) {
    const fault = faultKinds[round % faultKinds.length] as Fault
    await verdicts(`${round + 1}: primary ${fault}`, () => checkPrimaryFault(environment, fault, round))
  }
  await api.end('SIGTERM')
}

await runTrials('reliability/patroni', counts, runAll)
