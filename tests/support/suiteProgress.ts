import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeIn } from './code.ts'
import { throwIfAborted } from './suite.ts'

const root = join(import.meta.dirname, '../..')

/** Far from those that one gives by hand. */
const FIRST_SEED = 1_000_000
const MS_PER_MINUTE = 60_000

/** `of`: the code and the part of the suite that the rounds were of. */
type Kept = { of: string; done: number; round: number }
/** `chosen`: the part that was asked for, of a suite whose rounds differ by it. */
type LongForm = { suite: string; minutes: number; goal: number; chosen?: string }
/** How much it did, and whether all of it was good. */
export type Round = { did: number; isGood: boolean }

function readKept(path: string, { suite, goal }: LongForm, of: string): Kept {
  let kept: Kept = { of, done: 0, round: 1 }
  try {
    kept = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // The first run.
  }
  if (kept.of !== of)
    console.log(`${suite}, long form: begun anew, for other code or another part than before`)
  return kept.of !== of || kept.done >= goal ? { of, done: 0, round: kept.round } : kept
}

/**
 * Rounds of a suite's long form until the time or the goal is reached. How far it came is kept between runs, and each
 * round has a seed that none had before; a goal that an earlier run reached is begun anew, and so is what was done with
 * other code. A round that is not good does not count and is the last one: the next run begins with it.
 */
export async function goOnFor(
  form: LongForm,
  round: (seed: number) => Promise<Round>,
  { folder, code } = { folder: join(root, 'data/suites'), code: codeIn(root) },
): Promise<{ done: number }> {
  const { suite, minutes, goal, chosen = '' } = form
  const path = join(folder, `${suite}.json`)
  let kept = readKept(path, form, `${code} ${chosen}`.trim())
  const end = performance.now() + minutes * MS_PER_MINUTE
  while (performance.now() < end && kept.done < goal) {
    throwIfAborted()
    const { did, isGood } = await round(FIRST_SEED + kept.round)
    if (isGood) kept = { ...kept, done: kept.done + did, round: kept.round + 1 }
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, JSON.stringify(kept))
    if (!isGood) break
  }
  return { done: kept.done }
}
