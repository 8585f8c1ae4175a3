import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@apoderados/school-data/random'
import { waitUntil } from '../../../support/stage/programs.ts'
import { throwIfAborted } from '../../../support/suite.ts'
import { type CrashEnvironment, type CrashTarget, openObserver } from '../crashEnvironment.ts'
import { checkFamilies, type StateCheck, waitForIdleBackends } from '../writes/check.ts'
import { type Client, type WriterRun, writeUntilStopped } from '../writes/writer.ts'

const FIRST_WRITE_TIMEOUT_MS = 5_000
/** A kill comes this time after the first write, plus a random part of KILL_DELAY_SPREAD_MS. */
const KILL_DELAY_MS = 150
const KILL_DELAY_SPREAD_MS = 600
/** How long the clients continue to write after the kill. */
const WRITING_AFTER_KILL_MS = 150

/** `recoveryMs` is the time from the kill to the first successful readiness check. */
export type KillResult = StateCheck & { kind: CrashTarget; acknowledged: string[]; recoveryMs: number }

export const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Waits for the first acknowledged write, with a time limit. */
async function waitForFirstWrite({ acknowledged }: WriterRun): Promise<void> {
  const end = performance.now() + FIRST_WRITE_TIMEOUT_MS
  while (acknowledged.length === 0 && performance.now() < end) await sleep(10)
}

/** Kills a target while clients write, restarts it, and compares the database with the acknowledged writes. */
export async function killOnce(
  system: CrashEnvironment,
  clients: Client[],
  kind: CrashTarget,
  random: Random,
): Promise<KillResult> {
  throwIfAborted()
  const stop = new AbortController()
  let isKilled = false
  const run = { signal: stop.signal, hasBrokenSomething: () => isKilled, acknowledged: [] }
  const writing = clients.map((client) => writeUntilStopped(system.url(), client, run))
  await waitForFirstWrite(run)
  await sleep(KILL_DELAY_MS + random.below(KILL_DELAY_SPREAD_MS))
  const killedAt = performance.now()
  isKilled = true
  await system.kill(kind, (pids) => random.pick(pids))
  setTimeout(() => stop.abort(), WRITING_AFTER_KILL_MS)
  const recovery = system.restart(kind).then(async () => {
    await waitUntil(() => isReady(system.url()), 'the server after a kill')
    return performance.now() - killedAt
  })
  const restartBegunAt = new Date()
  const [results, recoveryMs] = await Promise.all([Promise.all(writing), recovery])
  const observer = await openObserver(system)
  try {
    if (kind === 'server') await waitForIdleBackends(observer, restartBegunAt)
    const checked = await checkFamilies(observer, system.url(), clients, results)
    return { kind, recoveryMs, acknowledged: run.acknowledged, ...checked }
  } finally {
    await observer.close()
  }
}
