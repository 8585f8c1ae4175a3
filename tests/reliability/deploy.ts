/**
 * Runs what deploy/ describes, on this machine instead of in containers: each service of compose.yaml with its own
 * command on Debian's PostgreSQL, nginx with deploy/nginx.conf, and the systemd units through systemd's checks.
 * `--only <words>` selects trials by name. Needs Debian's nginx, PostgreSQL 15 with psql, openssl, systemd and
 * prometheus.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPrograms } from '@apoderados/tests-support/environment/programs.ts'
import { createVerdicts, runTrials } from '@apoderados/tests-support/environment/verdicts.ts'
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
const { verdicts, counts } = createVerdicts(values.only)

async function runProxyTrials(nginx: string, folder: string): Promise<void> {
  let proxy: SiteProxy | undefined
  await verdicts('nginx starts under systemd', async () => {
    const [siteProxy, verdict] = await startUnderSystemd(nginx, folder)
    proxy = siteProxy
    return verdict
  })
  if (!proxy) return
  const siteProxy = proxy
  await verdicts('nginx before both processes', () => checkSignIn(siteProxy))
  await verdicts('nginx answers under one name', () => checkServerName(siteProxy))
  await verdicts('nginx serves an ACME proof', () => checkAcmeProof(siteProxy))
  await verdicts('nginx bounds an address', () => checkAddressLimits(siteProxy))
  await verdicts('nginx hides the figures', () => checkHiddenMetrics(siteProxy))
}

await runTrials('reliability/deploy', counts, async () => {
  const { nginx, postgres: binaries } = findPrograms()
  const folder = newFolder('rel-deploy')
  const database = await startDatabase(binaries, folder)
  const psql = join(binaries, 'psql')
  await verdicts('accounts on a fresh machine', () => checkFreshMachine(database, folder, psql))
  await verdicts('accounts take over older tables', () => checkMigrationOfOlderTables(database, folder, psql))
  await verdicts('accounts of the commands', () => checkOperatorAccount(database, folder))
  await verdicts('accounts of the server', () => checkServerAccount(database, folder))
  await verdicts('accounts as check finds them', () => checkAccountReport(database, folder))
  await runProxyTrials(nginx, folder)
  await verdicts('units of systemd', () => checkUnits(folder))
  await verdicts('alerts', () => checkAlerts(folder))
})
