import { afterAll, beforeAll } from 'vitest'
import { config } from '../config.ts'
import { productConfig, raiseTimeLimits } from './patientConfig.ts'

/** Restores the product's value of a time limit for the tests of this file or describe block. */
export function restoreProductConfig(...names: (keyof typeof config)[]): void {
  beforeAll(() => {
    Object.assign(config, Object.fromEntries(names.map((name) => [name, productConfig[name]])))
  })
  afterAll(raiseTimeLimits)
}
