import { config } from '../config.ts'

const LONG_MS = 600_000
const patient = {
  answerFreshMs: LONG_MS,
  storeWaitMs: LONG_MS,
  prefetchAfterMs: LONG_MS,
  codeDeadlineMs: LONG_MS,
  toastSuccessMs: LONG_MS,
  toastErrorMs: LONG_MS,
} satisfies Partial<Record<keyof typeof config, number>>

/** As the product has them, for tests of one of them. */
export const productConfig = { ...config }

/** Raises what the app would otherwise do by the clock amid a test, because the machine is busy. */
export const raiseTimeLimits = () => void Object.assign(config, patient)
