import { accountLimits, databaseLimits } from '@apoderados/database/client/limits'
import { limits } from '../config.ts'

const LONG_LIMIT_MS = 120_000
/** A limit as long as the time-out of a test: a test fails if only this limit ends a wait. */
const UNREACHED_LIMIT_MS = 600_000
const testLimits = {
  /** The first pause after wrong passwords lasts longer than a test needs until its next attempt. */
  signIns: { ...accountLimits.signIns, firstPauseMs: 20_000 },
  /** The weakest hash that argon2id allows, because a run of the tests computes thousands of hashes. */
  hashStrength: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  hashWaitMs: LONG_LIMIT_MS,
  headersTimeoutMs: LONG_LIMIT_MS,
  requestTimeoutMs: LONG_LIMIT_MS,
  readAnswerMs: LONG_LIMIT_MS,
  writeAnswerMs: LONG_LIMIT_MS,
  databaseAcquireMs: LONG_LIMIT_MS,
  databaseCommandAcquireMs: LONG_LIMIT_MS,
  databaseStatementMs: LONG_LIMIT_MS,
  clusterStartMs: LONG_LIMIT_MS,
  clusterStopMs: LONG_LIMIT_MS,
  storageConnectMs: LONG_LIMIT_MS,
  storageReadMs: LONG_LIMIT_MS,
  mailConnectMs: LONG_LIMIT_MS,
  mailSilenceMs: LONG_LIMIT_MS,
  drainMs: UNREACHED_LIMIT_MS,
  drainCallsMs: LONG_LIMIT_MS,
  mailPollMs: UNREACHED_LIMIT_MS,
  slowAnswerMs: LONG_LIMIT_MS,
} satisfies Partial<Record<LimitName, unknown>>

const limitObjects = [limits, accountLimits, databaseLimits]
export type LimitName = keyof typeof limits | keyof typeof accountLimits | keyof typeof databaseLimits

/** The product's values of all limits, from which `restoreProductLimits` takes those that it sets. */
const productLimits: Record<string, unknown> = { ...limits, ...accountLimits, ...databaseLimits }

function setLimit(name: string, value: unknown): void {
  Object.assign(limitObjects.find((limits) => name in limits) as object, { [name]: value })
}

export function restoreProductLimits(names: LimitName[]): void {
  for (const name of names) setLimit(name, productLimits[name])
}

/** Sets `testLimits`: time limits that a busy machine does not exceed, and the weakest password hash. */
export function raiseTimeLimits(): void {
  for (const [name, value] of Object.entries(testLimits)) setLimit(name, value)
}
