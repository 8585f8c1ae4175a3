import { vi } from 'vitest'
import { config } from '../config.ts'

/** From here on, until the test ends, it is later: no answer that has come counts as fresh. */
export function later(): void {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + config.answerFreshMs)
}
