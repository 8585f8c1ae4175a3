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
  checkAccountReport,
  checkFreshMachine,
  checkMigrationOfOlderTables,
  checkOperatorAccount,
  checkServerAccount,
} from './deployment/accountTrials.ts'
import { startDatabase } from './deployment/containers.ts'
import {
  checkAcmeProof,
  checkAddressLimits,
  checkHiddenMetrics,
  checkServerName,
  checkSignIn,
  type SiteProxy,
  startUnderSystemd,
} from './deployment/proxyTrials.ts'
import { checkAlerts, checkUnits } from './deployment/unitTrials.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const { judge, judged } = createJudge(values.only)

async function runProxyTrials(nginx: string, folder: string): Promise<void> {
  let proxy: SiteProxy | undefined
  await judge('nginx starts under systemd', async () => {
    const [siteProxy, verdict] = await startUnderSystemd(nginx, folder)
    proxy = siteProxy
    return verdict
  })
  if (!proxy) return
  const siteProxy = proxy
  await judge('nginx before both processes', () => checkSignIn(siteProxy))
  await judge('nginx answers under one name', () => checkServerName(siteProxy))
  await judge('nginx serves an ACME proof', () => checkAcmeProof(siteProxy))
  await judge('nginx bounds an address', () => checkAddressLimits(siteProxy))
  await judge('nginx hides the figures', () => checkHiddenMetrics(siteProxy))
}

await runTrials('reliability/deploy', judged, async () => {
  const { nginx, postgres: binaries } = findPrograms()
  const folder = newFolder('rel-deploy')
  const database = await startDatabase(binaries, folder)
  const psql = join(binaries, 'psql')
  await judge('accounts on a fresh machine', () => checkFreshMachine(database, folder, psql))
  await judge('accounts take over older tables', () => checkMigrationOfOlderTables(database, folder, psql))
  await judge('accounts of the commands', () => checkOperatorAccount(database, folder))
  await judge('accounts of the server', () => checkServerAccount(database, folder))
  await judge('accounts as check finds them', () => checkAccountReport(database, folder))
  await runProxyTrials(nginx, folder)
  await judge('units of systemd', () => checkUnits(folder))
  await judge('alerts', () => checkAlerts(folder))
})
