import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../apps/server/src/db/demo/random.ts'
import { until } from '../stage/programs.ts'
import { goOn } from '../suite.ts'
import { type Checked, checkAll, untilNobodyWrites } from './check.ts'
import { type Kind, type Place, watch } from './place.ts'
import { type Client, writeUntil } from './writer.ts'

const WARM_MS = 150
const SPREAD_MS = 600
/** Calls that the kill did not reach go on for so long. */
const AFTER_MS = 150

/** `recoveryMs`: from the kill to the first answer that says all is well. */
export type Outcome = Checked & { kind: Kind; acknowledged: number; recoveryMs: number }

export const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Clients write, something is killed, and what is there then is held against what was acknowledged. */
export async function killOnce(
  place: Place,
  clients: Client[],
  kind: Kind,
  random: Random,
): Promise<Outcome> {
  goOn()
  const stop = new AbortController()
  const writing = clients.map((client) => writeUntil(place.url(), client, stop.signal))
  await sleep(WARM_MS + random.below(SPREAD_MS))
  const killedAt = performance.now()
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
    const acknowledged = written.reduce((sum, each) => sum + each.acknowledged, 0)
    return { kind, recoveryMs, acknowledged, ...checked }
  } finally {
    await look.close()
  }
}
