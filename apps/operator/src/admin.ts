import { runAdmin } from './admin/run.ts'
import { connect, type OwnConnection } from './connection.ts'
import { endWhenInterrupted } from './interrupt.ts'
import { openTerminal } from './terminal.ts'

let opened: OwnConnection | undefined
endWhenInterrupted(() => opened)
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
