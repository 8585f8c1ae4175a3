import { limits } from '../config.ts'

const LONG_MS = 120_000
/** Longer than a test: what should end a wait is not replaced by its limit. */
const NEVER_MS = 600_000
const patient = {
  /** The first pause after wrong passwords lasts until the next try comes. */
  signIns: { ...limits.signIns, firstPauseMs: 20_000 },
  hashWaitMs: LONG_MS,
  headersTimeoutMs: LONG_MS,
  requestTimeoutMs: LONG_MS,
  readAnswerMs: LONG_MS,
  writeAnswerMs: LONG_MS,
  databaseAcquireMs: LONG_MS,
  databaseCommandAcquireMs: LONG_MS,
  databaseStatementMs: LONG_MS,
  clusterStartMs: LONG_MS,
  clusterStopMs: LONG_MS,
  storageConnectMs: LONG_MS,
  storageReadMs: LONG_MS,
  mailConnectMs: LONG_MS,
  mailSilenceMs: LONG_MS,
  figuresAnswerMs: LONG_MS,
  drainMs: NEVER_MS,
  drainCallsMs: LONG_MS,
  mailPollMs: NEVER_MS,
} satisfies Partial<Record<keyof typeof limits, unknown>>

/** As the product has them, for tests of one of them. */
export const productLimits = { ...limits }

/** Raises the limits that a busy machine exceeds while nothing is wrong. */
export const raiseTimeLimits = () => void Object.assign(limits, patient)
