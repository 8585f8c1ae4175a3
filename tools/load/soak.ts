import { goOnFor } from '../progress.ts'
import type { Verdict } from '../stage/verdicts.ts'
import type { Stage } from './overload.ts'
import { sendOpenLoop } from './sender.ts'
import { residentMb, tellStep } from './table.ts'
import { othersOf } from './tally.ts'

const ROUND_SECONDS = 30
const RATE = 400
const GROWTH_MAX_MB = 40
const HANDLES_GROWTH_MAX = 50
const LAG_MAX_SECONDS = 0.2
/** Of 30 minutes. */
const GOAL_CALLS = 30 * 60 * RATE
/** The first rounds fill what is kept for good: compiled code, prepared statements, limits of sessions. */
const SETTLING_ROUNDS = 4

const number = (count: number) => count.toLocaleString('en')

type Look = { rssMb: number; files: number; lagSeconds: number }

async function look(stage: Stage, metricsUrl: string): Promise<Look> {
  const text = await (await fetch(metricsUrl)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    rssMb: residentMb(stage.api),
    files: figure('process_open_fds'),
    lagSeconds: figure('nodejs_eventloop_lag_p99_seconds'),
  }
}

/** Many minutes of a usual load: what grows, grows for ever. */
export async function soak(stage: Stage, metricsUrl: string, minutes: number): Promise<Verdict> {
  const looks: Look[] = []
  let failed = 0
  const load = { port: stage.api.port, next: stage.next, connections: 200 }
  const { done } = await goOnFor({ suite: 'rel-load', minutes, goal: GOAL_CALLS }, async () => {
    const tally = await sendOpenLoop(load, { rate: RATE, seconds: ROUND_SECONDS })
    failed += tally.refused + othersOf(tally)
    looks.push(await look(stage, metricsUrl))
    tellStep(`soak, round ${looks.length}`, tally, stage.api)
    return tally.offered
  })
  const settled = looks.at(Math.min(SETTLING_ROUNDS, looks.length) - 1)
  const last = looks.at(-1)
  if (!settled || !last) return { isGood: false, told: 'no round was run' }
  const growth = last.rssMb - settled.rssMb
  const lag = Math.max(...looks.map(({ lagSeconds }) => lagSeconds))
  const handles = last.files - settled.files
  return {
    isGood: failed === 0 && growth < GROWTH_MAX_MB && handles < HANDLES_GROWTH_MAX && lag < LAG_MAX_SECONDS,
    told: `${number(done)} of ${number(GOAL_CALLS)} calls, ${failed} failed; memory ${settled.rssMb.toFixed(0)} → ${last.rssMb.toFixed(0)} MB, open files ${settled.files} → ${last.files}, event loop's p99 lag at most ${(lag * 1000).toFixed(0)} ms`,
  }
}
