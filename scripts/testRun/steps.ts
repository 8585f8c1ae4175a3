import { formatDuration } from './formatDuration.ts'

/** The number of tests that passed, and the names of those that failed. */
export type StepResult = { passed: number; failed: string[] }
export type Step = () => Promise<StepResult>

const REPORT_INTERVAL_MS = 15_000
/** The start time of each running step that prints no output, by the step's name. */
const silentSteps = new Map<string, number>()

function reportSilentSteps(): void {
  const steps = Array.from(
    silentSteps,
    ([name, startedAt]) => `${name} (${formatDuration(performance.now() - startedAt)})`,
  )
  if (steps.length > 0) console.log(`  still running: ${steps.join(', ')}`)
}
setInterval(reportSilentSteps, REPORT_INTERVAL_MS).unref()

/** Returns a step that prints when it begins, when it ends and how long it took. */
export function loggedStep(name: string, work: Step, { isSilent = false } = {}): Step {
  return async () => {
    const startedAt = performance.now()
    console.log(`› ${name}`)
    if (isSilent) silentSteps.set(name, startedAt)
    const result = await work()
    silentSteps.delete(name)
    const failed = result.failed.length
    const end = failed === 0 ? '' : `, ${failed} failed`
    console.log(`${failed === 0 ? '✓' : '✗'} ${name}: ${formatDuration(performance.now() - startedAt)}${end}`)
    return result
  }
}

export const addResults = (results: StepResult[]): StepResult => ({
  passed: results.reduce((total, { passed }) => total + passed, 0),
  failed: results.flatMap(({ failed }) => failed),
})

/** Runs the steps one after the other and adds up their results. */
export async function runInTurn(steps: Step[]): Promise<StepResult> {
  const results: StepResult[] = []
  for (const work of steps) results.push(await work())
  return addResults(results)
}

/** Returns the last lines of a run's output: the names of the failures, and the totals. */
export function summaryOf({ passed, failed }: StepResult): string {
  const names = failed.length === 0 ? [] : ['', 'Failed:', ...failed.map((name) => `  ${name}`)]
  return [...names, '', `${passed} passed, ${failed.length} failed`].join('\n')
}
