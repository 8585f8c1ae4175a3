import type { Verdict } from '../../support/stage/verdicts.ts'
import { throwIfAborted } from '../../support/suite.ts'
import { printStep, residentMb } from './loadTable.ts'
import type { LoadTarget } from './overload.ts'
import { sendOpenLoop } from './sender.ts'
import { countOtherFailures } from './tally.ts'

const ROUND_SECONDS = 30
const CALLS_PER_SECOND = 400
const MEMORY_GROWTH_MAX_MB = 40
const OPEN_FILES_GROWTH_MAX = 50
const LAG_MAX_SECONDS = 0.2
const MS_PER_MINUTE = 60_000
/**
 * In this many first rounds the process fills caches that stay in memory: compiled code, prepared statements, rate
 * limits of sessions. Growth is measured after them.
 */
const SETTLING_ROUNDS = 4
/**
 * The minimum duration of a soak in minutes: one round more than SETTLING_ROUNDS, because growth needs a comparison.
 */
export const SOAK_MINUTES_MIN = Math.ceil(((SETTLING_ROUNDS + 1) * ROUND_SECONDS) / 60)

const formatCount = (count: number) => count.toLocaleString('en')

export type SoakSample = { rssMb: number; files: number; lagSeconds: number }

async function takeSample(stage: LoadTarget, metricsUrl: string): Promise<SoakSample> {
  const text = await (await fetch(metricsUrl)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    rssMb: residentMb(stage.api),
    files: figure('process_open_fds'),
    lagSeconds: figure('nodejs_eventloop_lag_p99_seconds'),
  }
}

/** Returns the growth after the settling rounds; undefined without any later round. */
export function growthOf(samples: SoakSample[]): { isSmall: boolean; summary: string } | undefined {
  const settledSample = samples[SETTLING_ROUNDS - 1]
  const last = samples.slice(SETTLING_ROUNDS).at(-1)
  if (!settledSample || !last) return undefined
  return {
    isSmall:
      last.rssMb - settledSample.rssMb < MEMORY_GROWTH_MAX_MB &&
      last.files - settledSample.files < OPEN_FILES_GROWTH_MAX,
    summary: `memory ${settledSample.rssMb.toFixed(0)} → ${last.rssMb.toFixed(0)} MB, open files ${settledSample.files} → ${last.files}`,
  }
}

/**
 * Runs a usual load for `minutes` to find out whether memory or open files grow. A later soak cannot continue an
 * earlier one, because growth shows only within one process.
 */
export async function runSoak(stage: LoadTarget, metricsUrl: string, minutes: number): Promise<Verdict> {
  const samples: SoakSample[] = []
  let failed = 0
  let calls = 0
  const load = { port: stage.api.port, next: stage.next, connections: 200 }
  const end = performance.now() + minutes * MS_PER_MINUTE
  while (performance.now() < end) {
    throwIfAborted()
    const tally = await sendOpenLoop(load, { rate: CALLS_PER_SECOND, seconds: ROUND_SECONDS })
    calls += tally.offered
    failed += tally.refused + countOtherFailures(tally)
    samples.push(await takeSample(stage, metricsUrl))
    printStep(`soak, round ${samples.length}`, tally, stage.api)
  }
  const growth = growthOf(samples)
  const lag = Math.max(...samples.map(({ lagSeconds }) => lagSeconds))
  const notMeasured = `growth NOT measured, as ${samples.length} rounds are no more than the ${SETTLING_ROUNDS} that settle`
  return {
    isGood: failed === 0 && lag < LAG_MAX_SECONDS && growth?.isSmall === true,
    summary: `${formatCount(calls)} calls, ${failed} failed; ${growth?.summary ?? notMeasured}; event loop's p99 lag at most ${(lag * 1000).toFixed(0)} ms`,
  }
}
