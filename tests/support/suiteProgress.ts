import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identifyCode } from './code.ts'
import { throwIfAborted } from './suite.ts'

const root = join(import.meta.dirname, '../..')

/** The base of all seeds, far from the seeds that developers pass by hand. */
const FIRST_SEED = 1_000_000
const MS_PER_MINUTE = 60_000

/**
 * `fingerprint` identifies the tested code and the trials that `--only` selected, `done` is the amount of work so far,
 * and `round` is added to FIRST_SEED for the next seed.
 */
type Progress = { fingerprint: string; done: number; round: number }
/**
 * `goal` is the amount of work to reach. `only` is the value of the option `--only`, in suites whose rounds run only
 * the trials that it selects; with another value the count of work starts over.
 */
type LongForm = { suite: string; minutes: number; goal: number; only?: string }
/** The amount of work of a round, and whether all of it passed. */
export type Round = { count: number; isGood: boolean }

function readProgress(path: string, { suite, goal }: LongForm, fingerprint: string): Progress {
  let progress: Progress = { fingerprint, done: 0, round: 1 }
  try {
    progress = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // This is the first run.
  }
  if (progress.fingerprint !== fingerprint)
    console.log(`${suite}, long form: starts over, for other code or another part than before`)
  return progress.fingerprint !== fingerprint || progress.done >= goal
    ? { fingerprint, done: 0, round: progress.round }
    : progress
}

/**
 * Runs rounds of a suite's long form until the time is over or the goal is reached. The progress is stored in a file,
 * so that the next run continues it, and each round has a new seed. After a reached goal, or with other code, the count
 * of work starts over. A failed round does not count and ends the run; the next run begins with the seed of the failed
 * round.
 */
export async function runLongForm(
  form: LongForm,
  round: (seed: number) => Promise<Round>,
  { folder, code } = { folder: join(root, 'data/suites'), code: identifyCode(root) },
): Promise<{ done: number }> {
  const { suite, minutes, goal, only = '' } = form
  const path = join(folder, `${suite}.json`)
  let progress = readProgress(path, form, `${code} ${only}`.trim())
  const end = performance.now() + minutes * MS_PER_MINUTE
  while (performance.now() < end && progress.done < goal) {
    throwIfAborted()
    const { count, isGood } = await round(FIRST_SEED + progress.round)
    if (isGood) progress = { ...progress, done: progress.done + count, round: progress.round + 1 }
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, JSON.stringify(progress))
    if (!isGood) break
  }
  return { done: progress.done }
}
