import { runAdmin } from './admin/run.ts'
import { type Connection, connect } from './connection.ts'
import { openTerminal } from './terminal.ts'

/** A signal that comes twice within this time is one: Ctrl-C reaches us from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000
const INTERRUPTED = 130

let opened: Connection | undefined
let stoppedAt = 0

/** What is not committed is undone; an embedded database that was started for the command stops with it. */
async function stop(): Promise<void> {
  if (stoppedAt > 0 && Date.now() - stoppedAt < SAME_SIGNAL_MS) return
  if (stoppedAt > 0) process.exit(INTERRUPTED)
  stoppedAt = Date.now()
  await opened?.close().catch(() => undefined)
  process.exit(INTERRUPTED)
}

process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())
// The reader of a long list may have seen enough.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))

process.exitCode = await runAdmin(process.argv.slice(2), {
  terminal: openTerminal(),
  environment: process.env,
  async connect(environment) {
    opened = await connect(environment)
    return opened
  },
})
