import { cpus, loadavg } from 'node:os'
import { cleanUp, onSignal } from '../suite.ts'

export type Verdict = { isGood: boolean; summary: string }
/** Runs one trial if it is selected, and prints its verdict in one line. */
export type Verdicts = (name: string, run: () => Promise<Verdict>) => Promise<void>

/** The number of trials that have passed, and of all trials so far. */
export type VerdictCounts = { good: number; all: number }

/** Creates the function that runs the trials whose names contain `only`. */
export function createVerdicts(only: string): { verdicts: Verdicts; counts: VerdictCounts } {
  const counts: VerdictCounts = { good: 0, all: 0 }
  async function verdicts(name: string, run: () => Promise<Verdict>): Promise<void> {
    if (!name.includes(only)) return
    const { isGood, summary } = await run()
    counts.all += 1
    if (isGood) counts.good += 1
    console.log(`${isGood ? 'passed' : 'FAILED'}  ${name}: ${summary}`)
  }
  return { verdicts, counts }
}

/**
 * Runs the trials, cleans up (also after a signal) and ends the process: with status 0 if there was at least one trial
 * and all passed, else with 1.
 */
export async function runTrials(
  suite: string,
  counts: VerdictCounts,
  all: () => Promise<unknown>,
): Promise<never> {
  onSignal(() => void cleanUp().finally(() => process.exit(1)))
  let hasBroken = false
  try {
    console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before it begins`)
    await all()
  } catch (error) {
    hasBroken = true
    console.error(`${suite}: ${(error as Error).message}`)
  }
  await cleanUp()
  const isGood = !hasBroken && counts.all > 0 && counts.good === counts.all
  console.log(`${suite} ${isGood ? 'passed' : 'FAILED'}: ${counts.good} of ${counts.all}`)
  process.exit(isGood ? 0 : 1)
}
