import { afterAll, beforeAll } from 'vitest'
import { type LimitName, raiseTimeLimits, restoreProductLimits } from './patientLimits.ts'

/** Restores the product's value of time limits for the tests of this file or describe block. */
export function useProductLimits(...names: LimitName[]): void {
  beforeAll(() => restoreProductLimits(names))
  afterAll(raiseTimeLimits)
}
