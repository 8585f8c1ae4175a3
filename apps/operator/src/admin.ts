import { runAdmin } from './admin/run.ts'
import { connect, type OwnConnection } from './connection.ts'
import { endWhenInterrupted } from './interrupt.ts'
import { tellLostOutput } from './output.ts'
import { openTerminal } from './terminal.ts'

let opened: OwnConnection | undefined
endWhenInterrupted(() => opened)
tellLostOutput(() => {
  process.once('exit', (code) => {
    process.exitCode = code || 1
  })
})

process.exitCode = await runAdmin(process.argv.slice(2), {
  terminal: openTerminal(),
  environment: process.env,
  async connect(environment) {
    opened = await connect(environment)
    return opened
  },
})
