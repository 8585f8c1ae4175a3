/** This module is loaded before each test file, and with `--import` before the product's processes that tests start. */
import { raiseTimeLimits } from './patientLimits.ts'

raiseTimeLimits()
