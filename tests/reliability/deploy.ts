/**
 * Runs what deploy/ describes, on this machine instead of in containers: each service of compose.yaml with its own
 * command on Debian's PostgreSQL, nginx with deploy/nginx.conf, and the systemd units through systemd's checks.
 * `--only <words>` selects trials by name. Needs Debian's nginx, PostgreSQL 15 with psql, openssl, systemd and
 * prometheus.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPrograms } from '../support/stage/programs.ts'
import { createJudge, runTrials } from '../support/stage/verdicts.ts'
import { newFolder } from '../support/suite.ts'
import {
  checkFindsTheAccounts,
  migratesOlderTables,
  operatorWorks,
  serverHasItsOwnAccount,
  startsOnAFreshMachine,
} from './deployment/accountTrials.ts'
import { startDatabase } from './deployment/containers.ts'
import {
  answersUnderOneName,
  hidesMetrics,
  limitsAddress,
  type SiteProxy,
  servesAcme,
  signsIn,
  startsUnderSystemd,
} from './deployment/proxyTrials.ts'
import { alertsFire, unitsAreValid } from './deployment/unitTrials.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const { judge, judged } = createJudge(values.only)

async function behindTheProxy(nginx: string, folder: string): Promise<void> {
  let proxy: SiteProxy | undefined
  await judge('nginx starts under systemd', async () => {
    const [siteProxy, verdict] = await startsUnderSystemd(nginx, folder)
    proxy = siteProxy
    return verdict
  })
  if (!proxy) return
  const siteProxy = proxy
  await judge('nginx before both processes', () => signsIn(siteProxy))
  await judge('nginx answers under one name', () => answersUnderOneName(siteProxy))
  await judge('nginx serves an ACME proof', () => servesAcme(siteProxy))
  await judge('nginx bounds an address', () => limitsAddress(siteProxy))
  await judge('nginx hides the figures', () => hidesMetrics(siteProxy))
}

await runTrials('reliability/deploy', judged, async () => {
  const { nginx, postgres: binaries } = findPrograms()
  const folder = newFolder('rel-deploy')
  const database = await startDatabase(binaries, folder)
  const psql = join(binaries, 'psql')
  await judge('accounts on a fresh machine', () => startsOnAFreshMachine(database, folder, psql))
  await judge('accounts take over older tables', () => migratesOlderTables(database, folder, psql))
  await judge('accounts of the commands', () => operatorWorks(database, folder))
  await judge('accounts of the server', () => serverHasItsOwnAccount(database, folder))
  await judge('accounts as check finds them', () => checkFindsTheAccounts(database, folder))
  await behindTheProxy(nginx, folder)
  await judge('units of systemd', () => unitsAreValid(folder))
  await judge('alerts', () => alertsFire(folder))
})
