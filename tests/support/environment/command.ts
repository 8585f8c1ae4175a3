import { join } from 'node:path'
import { type Program, runToEnd, startProgram } from './programs.ts'

const root = join(import.meta.dirname, '../../..')

type Command = [entry: 'admin' | 'generate' | 'import', args: string[], environment?: Record<string, string>]

const nodeArguments = (...[entry, args, environment = {}]: Command) =>
  [
    process.execPath,
    ['--import', './scripts/preload.js', `apps/cli/src/${entry}.ts`, ...args],
    { cwd: root, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment } },
  ] as const

/** Starts a command of the product without npm in between, so that a signal reaches it. */
export function startCommand(...command: Command): Program {
  const [program, args, options] = nodeArguments(...command)
  return startProgram(program, [...args], options)
}

/** Runs a command of the product to its end. @throws with its output if it fails */
export async function runCommand(...command: Command): Promise<void> {
  const [program, args, options] = nodeArguments(...command)
  const { ended, output } = await runToEnd(program, [...args], options)
  if ((await ended) !== 0) throw new Error(`${command[0]} failed:\n${output()}`)
}
