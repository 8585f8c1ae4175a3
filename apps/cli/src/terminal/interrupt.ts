import type { Abandon } from '../connection.ts'

/** Two signals within this time count as one: Ctrl-C reaches the process from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000
const EXIT_CODE_INTERRUPTED = 130

/**
 * Ends the process on Ctrl-C, without closing its connections: PostgreSQL then rolls back open transactions, while
 * closing a connection would wait until its transaction has committed. An embedded database that was started for the
 * command is stopped: `connect` passes its `Abandon` function to the returned function.
 */
export function endWhenInterrupted(): (abandon: Abandon) => void {
  let abandon: Abandon | undefined
  let stoppedAt = 0
  async function stop(): Promise<void> {
    if (stoppedAt > 0 && Date.now() - stoppedAt < SAME_SIGNAL_MS) return
    if (stoppedAt > 0) process.exit(EXIT_CODE_INTERRUPTED)
    stoppedAt = Date.now()
    await abandon?.().catch(() => undefined)
    process.exit(EXIT_CODE_INTERRUPTED)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
  return (begun) => {
    abandon = begun
  }
}
