import { accountLimits, databaseLimits } from '@apoderados/database/client/limits'
import { limits } from '../config.ts'

const LONG_MS = 120_000
/** Longer than any test: a test fails if only this limit ends a wait. */
const NEVER_MS = 600_000
const raisedLimits = {
  /** The first pause after wrong passwords lasts longer than a test needs until its next attempt. */
  signIns: { ...accountLimits.signIns, firstPauseMs: 20_000 },
  /** The weakest hash that argon2id allows, because a run of the tests computes thousands of hashes. */
  hashStrength: { memoryCost: 8, timeCost: 1, parallelism: 1 },
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
  drainMs: NEVER_MS,
  drainCallsMs: LONG_MS,
  mailPollMs: NEVER_MS,
  telemetryStopMs: LONG_MS,
  slowAnswerMs: LONG_MS,
} satisfies Partial<Record<LimitName, unknown>>

const limitObjects = [limits, accountLimits, databaseLimits]
export type LimitName = keyof typeof limits | keyof typeof accountLimits | keyof typeof databaseLimits

/** The product's values, which `restoreProductLimits` sets again. */
const productLimits: Record<string, unknown> = { ...limits, ...accountLimits, ...databaseLimits }

function setLimit(name: string, value: unknown): void {
  Object.assign(limitObjects.find((limits) => name in limits) as object, { [name]: value })
}

export function restoreProductLimits(names: LimitName[]): void {
  for (const name of names) setLimit(name, productLimits[name])
}

/** Raises the limits that a busy machine exceeds although the product has no fault. */
export function raiseTimeLimits(): void {
  for (const [name, value] of Object.entries(raisedLimits)) setLimit(name, value)
}
