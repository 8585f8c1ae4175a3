import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@apoderados/school-data/random'
import { until } from '../../../support/stage/programs.ts'
import { throwIfAborted } from '../../../support/suite.ts'
import { type CrashEnvironment, type CrashTarget, watch } from '../crashEnvironment.ts'
import { type Checked, checkAll, untilNobodyWrites } from '../writes/check.ts'
import { type Client, type Run, writeUntil } from '../writes/writer.ts'

const FIRST_MS = 5_000
const WARM_MS = 150
const SPREAD_MS = 600
/** Calls that the kill did not reach go on for so long. */
const AFTER_MS = 150

/** `recoveryMs`: from the kill to the first answer that says all is well. */
export type Outcome = Checked & { kind: CrashTarget; acknowledged: string[]; recoveryMs: number }

export const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Until something is acknowledged, or nothing will be. */
async function firstOf({ acknowledged }: Run): Promise<void> {
  const end = performance.now() + FIRST_MS
  while (acknowledged.length === 0 && performance.now() < end) await sleep(10)
}

/** Clients write, something is killed, and what is there then is held against what was acknowledged. */
export async function killOnce(
  place: CrashEnvironment,
  clients: Client[],
  kind: CrashTarget,
  random: Random,
): Promise<Outcome> {
  throwIfAborted()
  const stop = new AbortController()
  let hasBegun = false
  const run = { signal: stop.signal, mayFail: () => hasBegun, acknowledged: [] }
  const writing = clients.map((client) => writeUntil(place.url(), client, run))
  await firstOf(run)
  await sleep(WARM_MS + random.below(SPREAD_MS))
  const killedAt = performance.now()
  hasBegun = true
  await place.kill(kind, (among) => random.pick(among))
  setTimeout(() => stop.abort(), AFTER_MS)
  const back = place.revive(kind).then(async () => {
    await until(() => isReady(place.url()), 'the server after a kill')
    return performance.now() - killedAt
  })
  const since = new Date()
  const [written, recoveryMs] = await Promise.all([Promise.all(writing), back])
  const look = await watch(place)
  try {
    if (kind === 'server') await untilNobodyWrites(look, since)
    const checked = await checkAll(look, place.url(), clients, written)
    return { kind, recoveryMs, acknowledged: run.acknowledged, ...checked }
  } finally {
    await look.close()
  }
}
