/** Loaded before each test file, and by `--import` before the product's own processes that tests start. */
import { raiseTimeLimits } from './patientLimits.ts'

raiseTimeLimits()
