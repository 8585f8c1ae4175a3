import { vi } from 'vitest'
import { config } from '../config.ts'

/** Sets `Date.now` to a later moment until the test ends, so that all responses received so far count as outdated. */
export function freezeClockPastFreshness(): void {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + config.responseFreshMs)
}
