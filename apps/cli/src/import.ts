import { explain } from '@apoderados/importer/explain'
import { writeTemplates } from '@apoderados/importer/formats/template'
import { connect } from './connection.ts'
import { type ImportOptions, readOptions, usage } from './import/options.ts'
import { runImport } from './import/runImport.ts'
import { endWhenInterrupted } from './terminal/interrupt.ts'
import { handleOutputErrors } from './terminal/output.ts'
import { openTerminal } from './terminal/terminal.ts'
import { UsageError } from './terminal/usageError.ts'

const terminal = openTerminal()
const registerStop = endWhenInterrupted()

/** Runs the command and returns its exit code: 0 success, 1 refused or failed, 2 invalid arguments. */
async function main(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2))
    if (options === 'help') {
      terminal.print(usage)
      return 0
    }
    return (await writeTemplatesOrImport(options)) ? 0 : 1
  } catch (error) {
    const isUsage = error instanceof UsageError
    terminal.warn(isUsage ? `No se entiende: ${error.message}\n\n${usage}` : explain(error))
    return isUsage ? 2 : 1
  }
}

/** Writes the empty sheets or runs the import. Returns false if the import found problems. */
async function writeTemplatesOrImport(options: ImportOptions): Promise<boolean> {
  if (options.template !== undefined) {
    await writeTemplates(options.template)
    terminal.print(`Las planillas vacías están en ${options.template}. Empiece por LEAME.`)
    return true
  }
  const opened = await connect(process.env, registerStop, terminal.warn)
  try {
    return await runImport(opened, options, terminal)
  } finally {
    await opened.close()
  }
}

// A closed or full output must not stop the import: once the data is saved, the letters must still be written.
handleOutputErrors()
process.exitCode = await main()
