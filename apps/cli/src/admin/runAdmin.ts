import { audit } from '@apoderados/database/audit/audit'
import type { Queryable } from '@apoderados/database/client/open'
import { explain } from '@apoderados/importer/explain'
import type { Connection } from '../connection.ts'
import { operatorUid } from '../terminal/operatorUid.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type Command, type Context, type Touched, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { help, overview } from './help.ts'
import { parse } from './parse.ts'

export type Surroundings = {
  terminal: Terminal
  environment: NodeJS.ProcessEnv
  connect(environment: NodeJS.ProcessEnv): Promise<Connection>
}

/** A group is understood in the plural too: 'accounts list'. */
const isOfGroup = ({ name }: Command, group: string) =>
  [group, group.replace(/s$/, '')].includes(name.split(' ')[0] ?? '')

const isHelpFlag = (arg: string) => arg === '--help' || arg === '-h'
const wantsHelp = (word: string) => word === 'help' || isHelpFlag(word)

type Choice = { command: Command; rest: string[] } | { text: string; isWrong: boolean }

/** The command that is named, or the text to print instead. */
function choose([group = 'help', action = '', ...rest]: string[]): Choice {
  if (wantsHelp(group)) return { text: overview(commands), isWrong: false }
  const ofGroup = commands.filter((command) => isOfGroup(command, group))
  if (ofGroup.length === 0)
    return { text: `No existe el grupo «${group}».\n\n${overview(commands)}`, isWrong: true }
  const args = action === '' ? rest : [action, ...rest]
  if (wantsHelp(action) || args.some(isHelpFlag)) return { text: help(ofGroup), isWrong: false }
  const alone = ofGroup.find(({ name }) => name === group)
  if (alone) return { command: alone, rest: args }
  const command = ofGroup.find(({ name }) => name.split(' ')[1] === action)
  if (command) return { command, rest }
  const wrong = action ? `No existe la acción «${action}» de ${group}.` : `Falta la acción de ${group}.`
  return { text: `${wrong}\n\n${help(ofGroup)}`, isWrong: true }
}

/** The context of one command. Whatever reached the database leaves a line in the audit log, a refusal too. */
function openContext({ terminal, environment, connect }: Surroundings, name: string) {
  let connection: Promise<Connection> | undefined
  let isNoted = false
  async function note(db: Queryable, { detail, ...ids }: Touched = {}): Promise<void> {
    const ours = { command: name, uid: operatorUid(environment) }
    await audit(db, { action: 'operator', ...ids, detail: { ...ours, ...detail } })
    isNoted = true
  }
  const context: Context = {
    terminal,
    environment,
    note,
    connect() {
      connection ??= connect(environment)
      return connection
    },
  }
  return {
    context,
    async noteDone(): Promise<void> {
      if (connection && !isNoted) await note((await connection).db)
    },
    /** The database may be what failed. */
    async noteRefused(): Promise<void> {
      const opened = await connection?.catch(() => undefined)
      if (opened) await note(opened.db, { detail: { refused: true } }).catch(() => undefined)
    },
    async close(): Promise<void> {
      await connection?.then((opened) => opened.close()).catch(() => undefined)
    },
  }
}

/** Runs one command and tells how it went: 0 done, 1 refused or failed, 2 not understood. */
export async function runAdmin(args: string[], surroundings: Surroundings): Promise<number> {
  const { terminal } = surroundings
  const chosen = choose(args)
  if ('text' in chosen) {
    if (chosen.isWrong) terminal.warn(chosen.text)
    else terminal.print(chosen.text)
    return chosen.isWrong ? 2 : 0
  }
  const { command, rest } = chosen
  const { context, noteDone, noteRefused, close } = openContext(surroundings, command.name)
  try {
    await command.run(parse(command, rest), context)
    await noteDone()
    return 0
  } catch (error) {
    await noteRefused()
    const isUsage = error instanceof UsageError
    terminal.warn(isUsage ? `${error.message}\n\n${help([command])}` : explain(error))
    return isUsage ? 2 : 1
  } finally {
    await close()
  }
}
