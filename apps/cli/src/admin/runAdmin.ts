import { audit } from '@apoderados/core/audit/audit'
import { explain } from '@apoderados/importer/explain'
import type { Connection } from '../connection.ts'
import { operatorUid } from '../terminal/operatorUid.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usageError.ts'
import type { Command, CommandContext } from './command.ts'
import { commands } from './commands.ts'
import { detailedHelp, helpOverview } from './help.ts'
import { parseArguments } from './parse.ts'

export type AdminEnvironment = {
  terminal: Terminal
  environment: NodeJS.ProcessEnv
  connect(environment: NodeJS.ProcessEnv): Promise<Connection>
}

/** True if the command is in the group, which may be in the plural: 'accounts list'. */
const isOfGroup = ({ name }: Command, group: string) =>
  [group, group.replace(/s$/, '')].includes(name.split(' ')[0] ?? '')

const isHelpFlag = (arg: string) => arg === '--help' || arg === '-h'
const wantsHelp = (word: string) => word === 'help' || isHelpFlag(word)

type CommandChoice = { command: Command; rest: string[] } | { text: string; isWrong: boolean }

/** Chooses the command, or the text to print instead of running one. */
function chooseCommand([group = 'help', action = '', ...rest]: string[]): CommandChoice {
  if (wantsHelp(group)) return { text: helpOverview(commands), isWrong: false }
  const groupCommands = commands.filter((command) => isOfGroup(command, group))
  if (groupCommands.length === 0)
    return { text: `No existe el grupo «${group}».\n\n${helpOverview(commands)}`, isWrong: true }
  const args = action === '' ? rest : [action, ...rest]
  if (wantsHelp(action) || args.some(isHelpFlag)) return { text: detailedHelp(groupCommands), isWrong: false }
  const alone = groupCommands.find(({ name }) => name === group)
  if (alone) return { command: alone, rest: args }
  const command = groupCommands.find(({ name }) => name.split(' ')[1] === action)
  if (command) return { command, rest }
  const wrong = action ? `No existe la acción «${action}» de ${group}.` : `Falta la acción de ${group}.`
  return { text: `${wrong}\n\n${detailedHelp(groupCommands)}`, isWrong: true }
}

/**
 * Runs a command, as `runAdmin` does. If the command has connected to the database, a line is written to the audit log,
 * also after an error, unless the database refuses the line.
 */
async function runCommand(
  command: Command,
  typed: string[],
  { terminal, environment, connect }: AdminEnvironment,
): Promise<number> {
  const state: { connection?: Promise<Connection>; isAudited?: boolean } = {}
  const context: CommandContext = {
    terminal,
    environment,
    connect() {
      state.connection ??= connect(environment)
      return state.connection
    },
    async auditCommand(db, { detail, ...ids } = {}) {
      const operator = { command: command.name, uid: operatorUid(environment) }
      await audit(db, { action: 'operator', ...ids, detail: { ...operator, ...detail } })
      state.isAudited = true
    },
  }
  try {
    await command.run(parseArguments(command, typed), context)
    if (state.connection && !state.isAudited) await context.auditCommand((await state.connection).db)
    return 0
  } catch (error) {
    const opened = await state.connection?.catch(() => undefined)
    // An error of the audit line is ignored, because the database itself may have caused the command's error.
    if (opened) await context.auditCommand(opened.db, { detail: { refused: true } }).catch(() => undefined)
    const isUsage = error instanceof UsageError
    terminal.warn(isUsage ? `${error.message}\n\n${detailedHelp([command])}` : explain(error))
    return isUsage ? 2 : 1
  } finally {
    await state.connection?.then((opened) => opened.close()).catch(() => undefined)
  }
}

/** Runs one command and reports errors. Returns the exit code: 0 success, 1 refused or failed, 2 invalid arguments. */
export async function runAdmin(args: string[], adminEnvironment: AdminEnvironment): Promise<number> {
  const { terminal } = adminEnvironment
  const chosen = chooseCommand(args)
  if ('command' in chosen) return runCommand(chosen.command, chosen.rest, adminEnvironment)
  if (chosen.isWrong) terminal.warn(chosen.text)
  else terminal.print(chosen.text)
  return chosen.isWrong ? 2 : 0
}
