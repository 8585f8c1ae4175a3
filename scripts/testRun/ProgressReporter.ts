import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node'
import { formatDuration } from './formatDuration.ts'

const PROGRESS_INTERVAL_MS = 15_000

/** A reporter for logs: prints the failures, and the progress every `everyMs` instead of a line for each file. */
export class ProgressReporter extends DefaultReporter {
  #timer: NodeJS.Timeout | undefined
  readonly #everyMs: number
  #files = { ended: 0, all: 0 }
  #tests = { passed: 0, failed: 0 }

  constructor(everyMs: number = PROGRESS_INTERVAL_MS) {
    super({ summary: false })
    this.#everyMs = everyMs
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications)
    this.#files.all = specifications.length
    const startedAt = performance.now()
    this.#timer = setInterval(() => {
      const { ended, all } = this.#files
      const { passed, failed } = this.#tests
      const time = formatDuration(performance.now() - startedAt)
      this.log(`  ${ended} of ${all} files, ${passed} tests passed, ${failed} failed (${time})`)
    }, this.#everyMs)
  }

  override onTestModuleEnd(module: TestModule): void {
    super.onTestModuleEnd(module)
    this.#files.ended += 1
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed' || state === 'failed') this.#tests[state] += 1
    }
  }

  override onTestRunEnd(...ended: Parameters<DefaultReporter['onTestRunEnd']>): void {
    clearInterval(this.#timer)
    super.onTestRunEnd(...ended)
  }

  protected override printTestModule(module: TestModule): void {
    if (!module.ok()) super.printTestModule(module)
  }
}
