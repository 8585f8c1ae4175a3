import { config } from '../config.ts'

const LONG_MS = 600_000
const raisedLimits = {
  responseFreshMs: LONG_MS,
  prefetchAfterMs: LONG_MS,
  codeDeadlineMs: LONG_MS,
  toastSuccessMs: LONG_MS,
  toastErrorMs: LONG_MS,
} satisfies Partial<Record<keyof typeof config, number>>

/** The configuration with the time limits of the product, for tests about a time limit. */
export const productConfig = { ...config }

/** Raises the time limits that a busy machine would exceed during a test. */
export const raiseTimeLimits = () => void Object.assign(config, raisedLimits)
