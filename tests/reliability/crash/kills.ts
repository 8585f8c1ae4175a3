import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '@apoderados/school-data/random'
import { waitUntil } from '@apoderados/tests-support/environment/programs.ts'
import type { Verdict } from '@apoderados/tests-support/environment/verdicts.ts'
import { throwIfAborted } from '../../support/suite.ts'
import { checkAccounts, checkMails, openClients } from './check.ts'
import { type Client, writeUntilStopped } from './client.ts'
import { type CrashEnvironment, type CrashTarget, crashTargets } from './environment.ts'
import { WRITE_NAMES } from './writes.ts'

const CLIENT_COUNT = 8
const FIRST_WRITE_TIMEOUT_MS = 5_000
/** A kill comes this time after the first write, plus a random part of KILL_DELAY_SPREAD_MS. */
const KILL_DELAY_MS = 150
const KILL_DELAY_SPREAD_MS = 600
/** How long the clients continue to write after the kill. */
const WRITING_AFTER_KILL_MS = 150
/** Each kind of write must be acknowledged at least once in this many kills, so that its loss would be noticed. */
const KILLS_PER_KIND = 20

type KillResult = { target: CrashTarget; faults: string[]; acknowledged: string[]; recoveryMs: number }

/** Waits until the connections that a killed server left have finished their statements. */
const waitForIdleBackends = ({ observe }: CrashEnvironment, since: Date) =>
  observe((client) =>
    waitUntil(async () => {
      const { rows } = await client.query(
        `select 1 from pg_stat_activity
          where application_name = 'apoderados' and state <> 'idle' and backend_start < $1`,
        [since],
      )
      return rows.length === 0
    }, 'the end of the last statements'),
  )

/** Kills a target while clients write, restarts it, and compares the database with the acknowledged writes. */
async function killOnce(
  environment: CrashEnvironment,
  clients: Client[],
  target: CrashTarget,
  random: Random,
): Promise<KillResult> {
  throwIfAborted()
  const stop = new AbortController()
  let isKilled = false
  const run = { signal: stop.signal, isBroken: () => isKilled, acknowledged: [] as string[] }
  const writing = clients.map((client) => writeUntilStopped(environment.url(), client, run))
  const timeout = AbortSignal.timeout(FIRST_WRITE_TIMEOUT_MS)
  await waitUntil(() => run.acknowledged.length > 0 || timeout.aborted, 'the first write')
  await sleep(KILL_DELAY_MS + random.below(KILL_DELAY_SPREAD_MS))
  const killedAt = performance.now()
  isKilled = true
  await environment.kill(target, (pids) => random.pick(pids))
  const restartedAt = new Date()
  setTimeout(() => stop.abort(), WRITING_AFTER_KILL_MS)
  const restarting = environment.restart(target).then(() => performance.now() - killedAt)
  const [results, recoveryMs] = await Promise.all([Promise.all(writing), restarting])
  if (target === 'server') await waitForIdleBackends(environment, restartedAt)
  const faults = await checkAccounts(environment, clients, results)
  if (run.acknowledged.length === 0) faults.push('no write was acknowledged')
  return { target, faults, acknowledged: run.acknowledged, recoveryMs }
}

/** Kills every kind of target in turn: no write may be lost, half done or usable twice. */
export async function killMany(environment: CrashEnvironment, kills: number, seed: number): Promise<Verdict> {
  const random = createRandom(seed)
  const clients = await openClients(environment, CLIENT_COUNT, seed)
  const results: KillResult[] = []
  for (let index = 0; index < kills; index += 1) {
    const target = crashTargets[index % crashTargets.length] as CrashTarget
    const result = await killOnce(environment, clients, target, random)
    for (const fault of result.faults) console.log(`✗ kill ${index + 1} (${target}): ${fault}`)
    results.push(result)
  }
  const acknowledged = results.flatMap((result) => result.acknowledged)
  const minimum = Math.floor(kills / KILLS_PER_KIND)
  const rare = WRITE_NAMES.filter((name) => acknowledged.filter((each) => each === name).length < minimum)
  const faults = [
    ...results.flatMap((result) => result.faults),
    ...rare.map((name) => `${name} acknowledged fewer than ${minimum} times`),
    ...(await checkMails(environment)),
  ]
  const recoveries = [...Map.groupBy(results, ({ target }) => target)].map(
    ([target, { length }]) =>
      `${target} ${Math.round(Math.max(...results.filter((each) => each.target === target).map(({ recoveryMs }) => recoveryMs)))} ms (${length})`,
  )
  return {
    isGood: faults.length === 0,
    summary: `${acknowledged.length} writes acknowledged, ${faults.length} faults${faults.length > 0 ? ` (${faults.slice(-3).join('; ')})` : ''}; ready again at the latest after: ${recoveries.join(', ')}`,
  }
}
