import type { Abandon } from '../connection.ts'

/** A signal that comes twice within this time is one: Ctrl-C reaches us from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000
const INTERRUPTED = 130

/**
 * Ends the process on Ctrl-C: what is not committed is undone, as the database sees its connections break; to close
 * them in good order would wait for the commit. An embedded database that was started for the command stops with it.
 */
export function endWhenInterrupted(abandon: () => ReturnType<Abandon> | undefined): void {
  let stoppedAt = 0
  async function stop(): Promise<void> {
    if (stoppedAt > 0 && Date.now() - stoppedAt < SAME_SIGNAL_MS) return
    if (stoppedAt > 0) process.exit(INTERRUPTED)
    stoppedAt = Date.now()
    await abandon()?.catch(() => undefined)
    process.exit(INTERRUPTED)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
}
