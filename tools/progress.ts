import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { goOn } from './suite.ts'

const folder = join(import.meta.dirname, '../data/suites')

/** Far from those that one gives by hand. */
const FIRST_SEED = 1_000_000
const MS_PER_MINUTE = 60_000

type Kept = { done: number; round: number }
type LongForm = { suite: string; minutes: number; goal: number }

/**
 * Rounds of a suite's long form until the time or the goal is reached. How far it came is kept between runs, and each
 * round has a seed that none had before; a goal that an earlier run reached is begun anew. `round` answers how much it did.
 */
export async function goOnFor(
  { suite, minutes, goal }: LongForm,
  round: (seed: number) => Promise<number>,
): Promise<{ done: number }> {
  const path = join(folder, `${suite}.json`)
  let kept: Kept = { done: 0, round: 1 }
  try {
    kept = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // The first run.
  }
  if (kept.done >= goal) kept = { done: 0, round: kept.round }
  const end = performance.now() + minutes * MS_PER_MINUTE
  while (performance.now() < end && kept.done < goal) {
    goOn()
    const done = await round(FIRST_SEED + kept.round)
    kept = { done: kept.done + done, round: kept.round + 1 }
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, JSON.stringify(kept))
  }
  return { done: kept.done }
}
