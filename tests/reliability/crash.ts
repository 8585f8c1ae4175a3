/**
 * Checks that no acknowledged write is lost and none is left half done (P4, P13): `kill -9` of the server and of
 * PostgreSQL while families write, during migrations and during imports; then a database that is gone for 30 s (P5) and
 * a full disk (P12). `--kills N` sets the number of kills under writes (40), `--seed N` their moments, `--only <words>`
 * selects trials by name. Needs PostgreSQL 15, and root for the full disk.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '@apoderados/school-data/random'
import { findPostgres } from '@apoderados/tests-support/environment/programs.ts'
import { mountSmallDisk, requireRoot } from '@apoderados/tests-support/environment/smallDisk.ts'
import { createVerdicts, runTrials } from '@apoderados/tests-support/environment/verdicts.ts'
import { newFolder, parseWholeNumber } from '../support/suite.ts'
import { startEnvironment } from './crash/environment.ts'
import { killImports } from './crash/imports.ts'
import { killMany } from './crash/kills.ts'
import { killMigrations } from './crash/migrations.ts'
import { fillDisk, stopDatabase } from './crash/outages.ts'

const MIGRATION_KILLS = 6
const IMPORT_KILLS = 6
/** Room for PostgreSQL's write-ahead log, whose files have 16 MB each. */
const DISK_MB = 300

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const { verdicts, counts } = createVerdicts(values.only)

await runTrials('reliability/crash', counts, async () => {
  const binaries = findPostgres()
  const [kills, seed] = [parseWholeNumber('kills', values.kills), parseWholeNumber('seed', values.seed)]
  const environment = await startEnvironment(binaries, newFolder('rel-crash'))
  await verdicts('kills under writes', () => killMany(environment, kills, seed))
  await verdicts('migrations killed', () => killMigrations(environment, MIGRATION_KILLS, createRandom(seed)))
  await verdicts('imports killed', () => killImports(environment, IMPORT_KILLS, createRandom(seed)))
  await verdicts('database gone for 30 s', () => stopDatabase(environment))
  await verdicts('disk full', async () => {
    requireRoot()
    const disk = mountSmallDisk(join(newFolder('rel-crash-disk'), 'disk'), DISK_MB)
    return fillDisk(await startEnvironment(binaries, disk.folder), disk)
  })
})
