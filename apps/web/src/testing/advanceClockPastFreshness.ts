import { vi } from 'vitest'
import { config } from '../config.ts'

/** Advances the clock until the test ends, so that no received answer counts as fresh. */
export function advanceClockPastFreshness(): void {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + config.answerFreshMs)
}
