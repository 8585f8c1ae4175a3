/**
 * Whether anything acknowledged is lost, or anything left half done, when the server or PostgreSQL dies (P4, P13):
 * `kill -9` at random moments, each statement of each write failed or cut off, flushes that the disk refuses, and a
 * migration killed. `--kills N` (40), `--minutes N` to go on to 1,000, `--seed N`, `--only kills|embedded|statements|
 * flushes|migrations`. Needs Debian's PostgreSQL 15 and strace.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '@apoderados/school-data/random'
import { findPostgres } from '../support/stage/programs.ts'
import { newFolder, runSuite, wholeNumber } from '../support/suite.ts'
import { goOnFor } from '../support/suiteProgress.ts'
import { embedded, onServer } from './crash/crashEnvironment.ts'
import { everyStatement } from './crash/faults/faults.ts'
import { breakableDisk, findStrace } from './crash/kills/brokenDisk.ts'
import { flushesFail } from './crash/kills/flushes.ts'
import { killMany } from './crash/kills/rounds.ts'
import { everyVersion } from './crash/migrations/migrations.ts'
import { openClients } from './crash/writes/clients.ts'

const FAMILIES = 6
const GOAL = 1_000
/** One in so many kills is on the embedded PostgreSQL. */
const EMBEDDED = 4
const BROKEN_FLUSHES = 5
const MIGRATION_KILLS = 20

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    minutes: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const isAsked = (part: string) => values.only === '' || values.only === part

async function onOneServer(postgres: string, kills: number, seed: number): Promise<boolean[]> {
  const folder = newFolder('rel-crash')
  const place = await onServer(postgres, folder)
  const good: boolean[] = []
  if (isAsked('kills')) {
    const clients = await openClients(place, FAMILIES, seed)
    good.push(await killMany(place, clients, { kills, seed }))
    const minutes = wholeNumber('minutes', values.minutes, 0)
    if (minutes > 0) {
      const { done } = await goOnFor({ suite: 'rel-crash', minutes, goal: GOAL }, async (next) => {
        const isGood = await killMany(place, clients, { kills: 10, seed: next })
        good.push(isGood)
        return { did: 10, isGood }
      })
      console.log(`kills, long form: ${done} of ${GOAL}`)
    }
  }
  if (isAsked('statements')) good.push(await everyStatement(place, folder))
  if (isAsked('migrations'))
    good.push(await everyVersion({ ...place, folder }, MIGRATION_KILLS, createRandom(seed)))
  return good
}

async function onEmbedded(kills: number, seed: number): Promise<boolean> {
  const place = await embedded(newFolder('rel-crash'))
  const clients = await openClients(place, FAMILIES, seed)
  return killMany(place, clients, { kills, seed })
}

async function onBrokenDisk(postgres: string, seed: number): Promise<boolean> {
  const folder = newFolder('rel-crash')
  const disk = breakableDisk(postgres, folder)
  const log = join(folder, 'postgres/files/log')
  const settings = ['logging_collector=on', 'log_directory=.', 'log_filename=log']
  const place = await onServer(disk.binaries, folder, settings)
  const clients = await openClients(place, FAMILIES, seed)
  const broken = { place, postgres: place.postgres, disk, log }
  return flushesFail(broken, clients, BROKEN_FLUSHES, createRandom(seed))
}

await runSuite('reliability/crash', async () => {
  const postgres = findPostgres()
  findStrace()
  const [kills, seed] = [wholeNumber('kills', values.kills), wholeNumber('seed', values.seed)]
  const onOwn = Math.floor(kills / EMBEDDED)
  const good: boolean[] = []
  if (['kills', 'statements', 'migrations'].some(isAsked))
    good.push(...(await onOneServer(postgres, kills - onOwn, seed)))
  if (isAsked('embedded') && onOwn > 0) good.push(await onEmbedded(onOwn, seed))
  if (isAsked('flushes')) good.push(await onBrokenDisk(postgres, seed))
  const isGood = good.length > 0 && good.every(Boolean)
  console.log(
    `reliability/crash ${isGood ? 'passed' : 'FAILED'}: ${good.filter(Boolean).length} of ${good.length}`,
  )
  return isGood
})
