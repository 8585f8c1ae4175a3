import { afterAll, beforeAll } from 'vitest'
import { limits } from '../config.ts'
import { productLimits, raiseTimeLimits } from './patientLimits.ts'

/** Restores the product's value of a time limit for the tests of this file or describe block. */
export function useProductLimits(...names: (keyof typeof limits)[]): void {
  beforeAll(() => {
    Object.assign(limits, Object.fromEntries(names.map((name) => [name, productLimits[name]])))
  })
  afterAll(raiseTimeLimits)
}
