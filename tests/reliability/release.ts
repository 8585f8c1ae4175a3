/**
 * Upgrades an installation from the newest release to this version and takes it back, with the scripts of
 * deploy/systemd, the accounts of deploy/roles.sql and two processes behind nginx, while families read and write. Then
 * a migration fails half-way, and a version with a breaking migration is taken back. All versions run with the packages
 * installed here, and those that only the release needs are installed from its lockfile; this suite stands in for
 * systemd. `--only <words>` selects trials by name; they build on one another in this order. Needs the repository's
 * history, the npm registry, and Debian's curl, nginx, restic and PostgreSQL 15.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProxy } from '@apoderados/tests-support/environment/api.ts'
import { findFreePort, findPrograms } from '@apoderados/tests-support/environment/programs.ts'
import { createVerdicts, runTrials } from '@apoderados/tests-support/environment/verdicts.ts'
import { newFolder } from '../support/suite.ts'
import { runRoles, startDatabase } from './deployment/containers.ts'
import { createApp, runAdmin } from './release/appProcesses.ts'
import { checkBreakingRollback, checkFailedMigration } from './release/migrationTrials.ts'
import { checkRollback, checkUpgrade } from './release/releaseTrials.ts'
import { installScripts } from './release/scripts.ts'
import { startSystemd } from './release/systemd.ts'
import { checkOut, cloneApp, findRelease } from './release/versions.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const { verdicts, counts } = createVerdicts(values.only)

async function runAll(): Promise<void> {
  const release = findRelease()
  const { version, commit: released } = release
  const { nginx, postgres: binaries } = findPrograms()
  const folder = newFolder('rel-release')
  const database = await startDatabase(binaries, folder)
  await runRoles(database, folder, join(binaries, 'psql'))
  const app = createApp(join(folder, 'app'), database, folder)
  const current = cloneApp(app.folder, release)
  checkOut(app.folder, released)
  const ports = [await findFreePort(), await findFreePort()]
  const systemd = await startSystemd(app, ports)
  await systemd.startAll()
  await runAdmin(app, 'owner', 'demo', 'on')
  const { url } = await startProxy(nginx, { ports, folder })
  const runScript = installScripts(app, { folder, systemdUrl: systemd.url, databasePort: database.port })
  const databaseUrl = database.superuserUrl.replace(/\/postgres$/, '/apoderados')
  const scene = { app, runScript, url, databaseUrl, released, current }
  await verdicts(`${version} (${released.slice(0, 8)}) upgraded to this version`, () => checkUpgrade(scene))
  await verdicts(`this version taken back to ${version} and forth`, () => checkRollback(scene))
  await verdicts('migration that fails half-way', () => checkFailedMigration(scene))
  await verdicts('version with a breaking migration taken back', () => checkBreakingRollback(scene))
}

await runTrials('reliability/release', counts, runAll)
