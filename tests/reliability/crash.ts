/**
 * Checks that no acknowledged write is lost and no write is left half done when the server or PostgreSQL is killed
 * (P4, P13): `kill -9` at random moments, each statement of each write failed or cut off, failing flushes, and
 * killed migrations. `--kills N` (40) sets the number of kills; `--minutes N` continues them for N minutes, or until
 * all runs together reach 1,000. `--seed N` selects their moments, `--only
 * kills|embedded|statements|flushes|migrations` a part; `--calls <word>` fails only the statements of writes with the
 * word in their name. Needs Debian's PostgreSQL 15 and strace.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '@apoderados/school-data/random'
import { findPostgres } from '../support/stage/programs.ts'
import { newFolder, parseWholeNumber, runSuite } from '../support/suite.ts'
import { runLongForm } from '../support/suiteProgress.ts'
import { startEmbeddedEnvironment, startServerEnvironment } from './crash/crashEnvironment.ts'
import { runStatementTrials } from './crash/faults/faults.ts'
import { createBreakableDisk, findStrace } from './crash/kills/brokenDisk.ts'
import { survivesFailingFlushes } from './crash/kills/flushes.ts'
import { killMany } from './crash/kills/rounds.ts'
import { killDuringMigrations } from './crash/migrations/migrations.ts'
import { openClients } from './crash/writes/clients.ts'

const FAMILY_COUNT = 6
const KILLS_GOAL = 1_000
/** One of this many kills is on the embedded PostgreSQL. */
const KILLS_PER_EMBEDDED_KILL = 4
const BROKEN_FLUSH_ROUNDS = 5
const MIGRATION_KILLS = 20

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    minutes: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    calls: { type: 'string', default: '' },
  },
})
const isSelected = (part: string) => values.only === '' || values.only === part

async function runOnServer(postgres: string, kills: number, seed: number): Promise<boolean[]> {
  const folder = newFolder('rel-crash')
  const system = await startServerEnvironment(postgres, folder)
  const results: boolean[] = []
  if (isSelected('kills')) {
    const clients = await openClients(system, FAMILY_COUNT, seed)
    results.push(await killMany(system, clients, { kills, seed }))
    const minutes = parseWholeNumber('minutes', values.minutes, 0)
    if (minutes > 0) {
      const { done } = await runLongForm({ suite: 'rel-crash', minutes, goal: KILLS_GOAL }, async (next) => {
        const isGood = await killMany(system, clients, { kills: 10, seed: next })
        results.push(isGood)
        return { count: 10, isGood }
      })
      console.log(`kills, long form: ${done} of ${KILLS_GOAL}`)
    }
  }
  if (isSelected('statements')) results.push(await runStatementTrials(system, folder, values.calls))
  if (isSelected('migrations'))
    results.push(await killDuringMigrations({ ...system, folder }, MIGRATION_KILLS, createRandom(seed)))
  return results
}

async function killOnEmbedded(kills: number, seed: number): Promise<boolean> {
  const system = await startEmbeddedEnvironment(newFolder('rel-crash'))
  const clients = await openClients(system, FAMILY_COUNT, seed)
  return killMany(system, clients, { kills, seed })
}

async function runOnBrokenDisk(postgres: string, seed: number): Promise<boolean> {
  const folder = newFolder('rel-crash')
  const disk = createBreakableDisk(postgres, folder)
  const log = join(folder, 'postgres/files/log')
  const settings = ['logging_collector=on', 'log_directory=.', 'log_filename=log']
  const system = await startServerEnvironment(disk.binaries, folder, settings)
  const clients = await openClients(system, FAMILY_COUNT, seed)
  const broken = { system, postgres: system.postgres, disk, log }
  return survivesFailingFlushes(broken, clients, BROKEN_FLUSH_ROUNDS, createRandom(seed))
}

await runSuite('reliability/crash', async () => {
  const postgres = findPostgres()
  findStrace()
  const [kills, seed] = [parseWholeNumber('kills', values.kills), parseWholeNumber('seed', values.seed)]
  const embeddedKills = Math.floor(kills / KILLS_PER_EMBEDDED_KILL)
  const results: boolean[] = []
  if (['kills', 'statements', 'migrations'].some(isSelected))
    results.push(...(await runOnServer(postgres, kills - embeddedKills, seed)))
  if (isSelected('embedded') && embeddedKills > 0) results.push(await killOnEmbedded(embeddedKills, seed))
  if (isSelected('flushes')) results.push(await runOnBrokenDisk(postgres, seed))
  const isGood = results.length > 0 && results.every(Boolean)
  console.log(
    `reliability/crash ${isGood ? 'passed' : 'FAILED'}: ${results.filter(Boolean).length} of ${results.length}`,
  )
  return isGood
})
