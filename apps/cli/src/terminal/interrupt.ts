import type { StopDatabase } from '../connection.ts'

/** Two signals within this time count as one: Ctrl-C reaches the process from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000
const EXIT_CODE_INTERRUPTED = 130

/**
 * Makes Ctrl-C and SIGTERM end the process without closing its connections: PostgreSQL then rolls back open
 * transactions, while closing a connection would wait until its transaction has committed. Before the end, it calls the
 * function that the returned function has received, which stops an embedded database.
 */
export function endWhenInterrupted(): (stopDatabase: StopDatabase) => void {
  let registeredStop: StopDatabase | undefined
  let stoppedAt = 0
  async function stop(): Promise<void> {
    if (stoppedAt > 0 && Date.now() - stoppedAt < SAME_SIGNAL_MS) return
    if (stoppedAt > 0) process.exit(EXIT_CODE_INTERRUPTED)
    stoppedAt = Date.now()
    await registeredStop?.().catch(() => undefined)
    process.exit(EXIT_CODE_INTERRUPTED)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
  return (stopDatabase) => {
    registeredStop = stopDatabase
  }
}
