import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@apoderados/school-data/random'
import type { Postgres } from '../../../support/stage/database.ts'
import { killAll, postgresProcesses } from '../../../support/stage/processes.ts'
import { throwIfAborted } from '../../../support/suite.ts'
import { type CrashEnvironment, watch } from '../crashEnvironment.ts'
import { checkAll } from '../writes/check.ts'
import { type Client, writeUntil } from '../writes/writer.ts'
import type { breakableDisk } from './brokenDisk.ts'
import { tooFew } from './floors.ts'
import { isReady } from './kills.ts'

/** A start needs some flushes of its own; a process of the pool gets to so many while the clients write. */
const FLUSHES = { from: 12, spread: 12 }
const WRITING_MS = 10_000
const LOG_MS = 2_000

type Disk = ReturnType<typeof breakableDisk>
type Broken = { place: CrashEnvironment; postgres: Postgres; disk: Disk; log: string }

type Round = { acknowledged: string[]; open: number; faults: string[]; recoveryMs: number }

/** Clients write until some flush fails, `flushes` from the start; then the disk is a good one and PostgreSQL is back. */
async function failOnce(broken: Broken, clients: Client[], flushes: number): Promise<Round> {
  const { place, postgres, disk, log } = broken
  disk.fail(flushes)
  // In good order: after a crash it would want more flushes than it gets, before it answers anybody.
  await postgres.stop()
  await postgres.start()
  await answering(place)
  const stop = new AbortController()
  const before = disk.panics(log)
  const mayFail = () => isSoon(() => disk.panics(log) > before)
  const run = { signal: stop.signal, mayFail, acknowledged: [] }
  const writing = clients.map((client) => writeUntil(place.url(), client, run))
  await Promise.race([Promise.all(writing), sleep(WRITING_MS)])
  stop.abort()
  const written = await Promise.all(writing)
  const healedAt = performance.now()
  disk.heal()
  await killAll(postgresProcesses(place.files))
  await postgres.start()
  await answering(place)
  const recoveryMs = performance.now() - healedAt
  const look = await watch(place)
  const { faults } = await checkAll(look, place.url(), clients, written)
  await look.close()
  const { acknowledged } = run
  return { acknowledged, open: written.filter(({ open }) => open).length, faults, recoveryMs }
}

/** Clients write on a disk that fails them at some flush: nothing acknowledged is missing afterwards. */
export async function flushesFail(
  broken: Broken,
  clients: Client[],
  rounds: number,
  random: Random,
): Promise<boolean> {
  const done: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    throwIfAborted()
    done.push(await failOnce(broken, clients, FLUSHES.from + random.below(FLUSHES.spread)))
  }
  const sumOf = (of: (round: Round) => number) => done.reduce((sum, round) => sum + of(round), 0)
  const panics = broken.disk.panics(broken.log)
  const few = tooFew(done.map(({ acknowledged }) => acknowledged))
  const faults = [...done.flatMap((round) => round.faults), ...few]
  for (const fault of faults) console.log(`✗ ${fault}`)
  console.log(
    `flushes that fail (EIO): ${rounds} rounds, ${panics} times PostgreSQL stopped at once, ${sumOf(({ acknowledged }) => acknowledged.length)} writes acknowledged and ${sumOf(({ open }) => open)} without an answer; ${faults.length - few.length} lost or half done; back ${Math.round(Math.max(...done.map(({ recoveryMs }) => recoveryMs)))} ms after the disk at the latest`,
  )
  return faults.length === 0 && panics >= rounds
}

/** PostgreSQL's log is written by a process of its own, which may be late. */
async function isSoon(is: () => boolean): Promise<boolean> {
  const end = performance.now() + LOG_MS
  while (!is() && performance.now() < end) await sleep(20)
  return is()
}

async function answering(place: CrashEnvironment): Promise<void> {
  const end = performance.now() + 60_000
  while (!(await isReady(place.url()))) {
    throwIfAborted()
    if (performance.now() > end) throw new Error('the server does not come back')
    await sleep(20)
  }
}
