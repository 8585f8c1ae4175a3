/**
 * What deploy/ describes, on this machine instead of in containers: each service of compose.yaml by its own command on
 * Debian's PostgreSQL, nginx with deploy/nginx.conf, the systemd units by systemd's own reading. `--only <words>` for the
 * trials so named. Needs Debian's nginx, PostgreSQL 15 with its psql, openssl, systemd and prometheus.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPrograms } from '../support/stage/programs.ts'
import { createJudge, runTrials } from '../support/stage/verdicts.ts'
import { newFolder } from '../support/suite.ts'
import {
  checkFindsTheAccounts,
  operatorWorks,
  serverHasItsOwnAccount,
  startsOnAFreshMachine,
  takesOverOlderTables,
} from './deployment/accountTrials.ts'
import { startDatabase } from './deployment/containers.ts'
import {
  answersUnderOneName,
  boundsAnAddress,
  hidesTheFigures,
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
    const [begun, verdict] = await startsUnderSystemd(nginx, folder)
    proxy = begun
    return verdict
  })
  if (!proxy) return
  const begun = proxy
  await judge('nginx before both processes', () => signsIn(begun))
  await judge('nginx answers under one name', () => answersUnderOneName(begun))
  await judge('nginx serves an ACME proof', () => servesAcme(begun))
  await judge('nginx bounds an address', () => boundsAnAddress(begun))
  await judge('nginx hides the figures', () => hidesTheFigures(begun))
}

await runTrials('reliability/deploy', judged, async () => {
  const { nginx, postgres: binaries } = findPrograms()
  const folder = newFolder('rel-deploy')
  const database = await startDatabase(binaries, folder)
  const psql = join(binaries, 'psql')
  await judge('accounts on a fresh machine', () => startsOnAFreshMachine(database, folder, psql))
  await judge('accounts take over older tables', () => takesOverOlderTables(database, folder, psql))
  await judge('accounts of the commands', () => operatorWorks(database, folder))
  await judge('accounts of the server', () => serverHasItsOwnAccount(database, folder))
  await judge('accounts as check finds them', () => checkFindsTheAccounts(database, folder))
  await behindTheProxy(nginx, folder)
  await judge('units of systemd', () => unitsAreValid(folder))
  await judge('alerts', () => alertsFire(folder))
})
