/*
 * This module raises the time limits for tests. Vitest loads it before each test file of a project that uses a
 * database, and `--import` loads it in the product's processes that tests start.
 */
import { raiseTimeLimits } from './patientLimits.ts'

raiseTimeLimits()
