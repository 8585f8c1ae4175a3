import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@apoderados/school-data/random'
import type { Postgres } from '../../../support/stage/database.ts'
import { killAll, postgresProcesses } from '../../../support/stage/processes.ts'
import { throwIfAborted } from '../../../support/suite.ts'
import { type CrashEnvironment, openObserver } from '../crashEnvironment.ts'
import { checkFamilies } from '../writes/check.ts'
import { type Client, writeUntilStopped } from '../writes/writer.ts'
import type { createBreakableDisk } from './brokenDisk.ts'
import { isReady } from './kills.ts'
import { missingWrites } from './missingWrites.ts'

/**
 * The range of the number of the flush that fails: after the flushes of PostgreSQL's start, and small enough to be
 * reached while the clients write.
 */
const FAILING_FLUSH = { from: 12, spread: 12 }
const WRITING_TIMEOUT_MS = 10_000
const LOG_TIMEOUT_MS = 2_000

type Disk = ReturnType<typeof createBreakableDisk>
type FlushTrial = { system: CrashEnvironment; postgres: Postgres; disk: Disk; log: string }

type FlushRound = { acknowledged: string[]; unknown: number; faults: string[]; recoveryMs: number }

/**
 * Restarts PostgreSQL on a disk that fails flush number `flushes` of each PostgreSQL process, and lets clients write
 * until the failure. Then repairs the disk, restarts PostgreSQL and compares the database with the acknowledged writes.
 */
async function failFlush(trial: FlushTrial, clients: Client[], flushes: number): Promise<FlushRound> {
  const { system, postgres, disk, log } = trial
  disk.fail(flushes)
  // A clean stop avoids a recovery, which would need more flushes than the disk allows.
  await postgres.stop()
  await postgres.start()
  await waitUntilReady(system)
  const stop = new AbortController()
  const before = disk.countPanics(log)
  const hasBrokenSomething = () => waitForLog(() => disk.countPanics(log) > before)
  const run = { signal: stop.signal, hasBrokenSomething, acknowledged: [] }
  const writing = clients.map((client) => writeUntilStopped(system.url(), client, run))
  await Promise.race([Promise.all(writing), sleep(WRITING_TIMEOUT_MS)])
  stop.abort()
  const results = await Promise.all(writing)
  const healedAt = performance.now()
  disk.heal()
  await killAll(postgresProcesses(system.files))
  await postgres.start()
  await waitUntilReady(system)
  const recoveryMs = performance.now() - healedAt
  const observer = await openObserver(system)
  const { faults } = await checkFamilies(observer, system.url(), clients, results)
  await observer.close()
  const { acknowledged } = run
  return { acknowledged, unknown: results.filter(({ open }) => open).length, faults, recoveryMs }
}

/**
 * Lets clients write in `rounds` rounds to a disk whose flushes fail. @returns true if no acknowledged write is lost,
 * and PostgreSQL stops in each round
 */
export async function survivesFailingFlushes(
  trial: FlushTrial,
  clients: Client[],
  rounds: number,
  random: Random,
): Promise<boolean> {
  const finished: FlushRound[] = []
  for (let round = 0; round < rounds; round += 1) {
    throwIfAborted()
    finished.push(await failFlush(trial, clients, FAILING_FLUSH.from + random.below(FAILING_FLUSH.spread)))
  }
  const sumOf = (figureOf: (round: FlushRound) => number) =>
    finished.reduce((sum, round) => sum + figureOf(round), 0)
  const panics = trial.disk.countPanics(trial.log)
  const missing = missingWrites(finished.map(({ acknowledged }) => acknowledged))
  const faults = [...finished.flatMap((round) => round.faults), ...missing]
  for (const fault of faults) console.log(`✗ ${fault}`)
  console.log(
    `flushes that fail (EIO): ${rounds} rounds, ${panics} times PostgreSQL stopped at once, ${sumOf(({ acknowledged }) => acknowledged.length)} writes acknowledged and ${sumOf(({ unknown }) => unknown)} without an answer; ${faults.length - missing.length} lost or half done; back ${Math.round(Math.max(...finished.map(({ recoveryMs }) => recoveryMs)))} ms after the disk at the latest`,
  )
  return faults.length === 0 && panics >= rounds
}

/**
 * Waits until the condition holds, LOG_TIMEOUT_MS at most, because a separate process writes PostgreSQL's log with a
 * delay. @returns whether it holds
 */
async function waitForLog(condition: () => boolean): Promise<boolean> {
  const end = performance.now() + LOG_TIMEOUT_MS
  while (!condition() && performance.now() < end) await sleep(20)
  return condition()
}

async function waitUntilReady(system: CrashEnvironment): Promise<void> {
  const end = performance.now() + 60_000
  while (!(await isReady(system.url()))) {
    throwIfAborted()
    if (performance.now() > end) throw new Error('the server does not come back')
    await sleep(20)
  }
}
