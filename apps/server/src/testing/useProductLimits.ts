import { afterAll, beforeAll } from 'vitest'
import { type LimitName, raiseTimeLimits, restoreProductLimits } from './patientLimits.ts'

/** Gives these limits, which setup.ts raises for tests, the product's values during this file or describe block. */
export function useProductLimits(...names: LimitName[]): void {
  beforeAll(() => restoreProductLimits(names))
  afterAll(raiseTimeLimits)
}
