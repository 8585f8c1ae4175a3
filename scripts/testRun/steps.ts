import { shownTime } from './shownTime.ts'

/** The number of tests that passed, and the names of those that failed. */
export type Result = { passed: number; failed: string[] }
export type Step = () => Promise<Result>

const EVERY_MS = 15_000
/** When each running step without output of its own began. */
const silent = new Map<string, number>()

function reportSilentSteps(): void {
  const steps = Array.from(
    silent,
    ([name, startedAt]) => `${name} (${shownTime(performance.now() - startedAt)})`,
  )
  if (steps.length > 0) console.log(`  still running: ${steps.join(', ')}`)
}
setInterval(reportSilentSteps, EVERY_MS).unref()

type Options = { isSilent?: boolean }

/** A step that prints when it begins, when it ends and how long it took. */
export function step(name: string, work: Step, { isSilent = false }: Options = {}): Step {
  return async () => {
    const startedAt = performance.now()
    console.log(`› ${name}`)
    if (isSilent) silent.set(name, startedAt)
    const result = await work()
    silent.delete(name)
    const failed = result.failed.length
    const end = failed === 0 ? '' : `, ${failed} failed`
    console.log(`${failed === 0 ? '✓' : '✗'} ${name}: ${shownTime(performance.now() - startedAt)}${end}`)
    return result
  }
}

export const sum = (results: Result[]): Result => ({
  passed: results.reduce((total, { passed }) => total + passed, 0),
  failed: results.flatMap(({ failed }) => failed),
})

/** Runs the steps one after the other and adds up their results. */
export async function inTurn(steps: Step[]): Promise<Result> {
  const results: Result[] = []
  for (const work of steps) results.push(await work())
  return sum(results)
}

/** The last lines of a run: the names of the failures, and the totals. */
export function summaryOf({ passed, failed }: Result): string {
  const names = failed.length === 0 ? [] : ['', 'Failed:', ...failed.map((name) => `  ${name}`)]
  return [...names, '', `${passed} passed, ${failed.length} failed`].join('\n')
}
