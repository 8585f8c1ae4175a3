import { afterAll, beforeAll } from 'vitest'
import { config } from '../config.ts'
import { productConfig, raiseTimeLimits } from './patientConfig.ts'

/** Gives these time limits the product's values during the tests of the calling file or describe block. */
export function restoreProductConfig(...names: (keyof typeof config)[]): void {
  beforeAll(() => {
    Object.assign(config, Object.fromEntries(names.map((name) => [name, productConfig[name]])))
  })
  afterAll(raiseTimeLimits)
}
