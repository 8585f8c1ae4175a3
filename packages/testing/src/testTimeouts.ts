import { type Limits, productLimits } from '@apoderados/server/config'

const LONG_MS = 120_000
/** A limit as long as the time-out of a test: a test fails if only this limit ends a wait. */
const UNREACHED_MS = 600_000

/** The limits of tests: time limits that a busy machine does not exceed, and the weakest hash that argon2id allows. */
export const testTimeouts: Limits = {
  ...productLimits,
  /** The first pause after wrong passwords lasts longer than a test needs until its next attempt. */
  signIns: { ...productLimits.signIns, firstPauseMs: 20_000 },
  hashStrength: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  hashWaitMs: LONG_MS,
  headersTimeoutMs: LONG_MS,
  requestTimeoutMs: LONG_MS,
  readResponseMs: LONG_MS,
  writeResponseMs: LONG_MS,
  slowResponseMs: LONG_MS,
  databaseAcquireMs: LONG_MS,
  databaseStatementMs: LONG_MS,
  drainMs: UNREACHED_MS,
  drainCallsMs: LONG_MS,
}
