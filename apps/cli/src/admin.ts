import { runAdmin } from './admin/runAdmin.ts'
import { connect } from './connection.ts'
import { endWhenInterrupted } from './terminal/interrupt.ts'
import { handleOutputErrors } from './terminal/output.ts'
import { openTerminal } from './terminal/terminal.ts'

const registerStop = endWhenInterrupted()
handleOutputErrors(() => {
  process.once('exit', (code) => {
    process.exitCode = code || 1
  })
})

const terminal = openTerminal()
process.exitCode = await runAdmin(process.argv.slice(2), {
  terminal,
  environment: process.env,
  connect: (environment) => connect(environment, registerStop, terminal.warn),
})
