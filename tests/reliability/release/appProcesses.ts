import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Program, runToEnd, startProgram } from '@apoderados/tests-support/environment/programs.ts'
import { type Database, environmentOf } from '../deployment/containers.ts'

export type CommandResult = { code: number | null; output: string }
/** The database account of a process: that of the tables' owner, of the operator's commands, or of the server. */
export type Account = 'owner' | 'operator' | 'server'

const SERVICES_BY_ACCOUNT = { owner: 'schema', operator: 'commands', server: 'api-1' } as const

/** A checked out version in `folder`, whose processes use the accounts of deploy/roles.sql. */
export type App = { folder: string; environmentOf(account: Account): Record<string, string> }

export const createApp = (folder: string, database: Database, parent: string): App => ({
  folder,
  environmentOf(account) {
    // The image's preload has another path in each version, and two processes here cannot share a port for metrics.
    const { NODE_OPTIONS, METRICS_PORT, ...settings } = environmentOf(
      SERVICES_BY_ACCOUNT[account],
      database,
      parent,
    )
    return settings
  },
})

/** Returns the flags and the file that an npm script of the checked out version passes to Node. */
function argumentsOf({ folder }: App, script: 'start' | 'admin'): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [, flags = '', file = ''] = /exec node (.+) (apps\/\S+\.ts)/.exec(scripts[script]) ?? []
  return [...flags.split(' '), file]
}

/** Runs the command `admin` of the checked out version with the database account. */
export async function runAdmin(app: App, account: Account, ...args: string[]): Promise<CommandResult> {
  const options = { cwd: app.folder, env: app.environmentOf(account) }
  const program = await runToEnd(process.execPath, [...argumentsOf(app, 'admin'), ...args], options)
  return { code: await program.ended, output: program.output().trim() }
}

export function launchServer(app: App, port: number): Program {
  const env = {
    ...app.environmentOf('server'),
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
  }
  return startProgram(process.execPath, argumentsOf(app, 'start'), { cwd: app.folder, env })
}
