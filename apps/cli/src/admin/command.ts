import type { AuditRow } from '@apoderados/core/audit/audit'
import type { Queryable } from '@apoderados/core/db/client/open'
import type { Connection } from '../connection.ts'
import type { Terminal } from '../terminal/terminal.ts'

export type Option = {
  about: string
  /** The name of the option's value in the help, such as 'archivo'. An option without it is a switch. */
  value?: string
  isRequired?: boolean
}
export type Argument = { about: string; isOptional?: boolean }

/** The ids and details that the command's line in the audit log contains (R30). */
type AuditFields = Pick<AuditRow, 'parent_id' | 'student_id' | 'establishment_id'> & {
  detail?: Record<string, number | boolean | string | number[]>
}

export type CommandContext = {
  terminal: Terminal
  environment: NodeJS.ProcessEnv
  /** Connects at the first call; later calls return the same connection. It is closed after the command. */
  connect(): Promise<Connection>
  /** Writes the command's line to the audit log in `transaction`, which is that of the command's work if it has one. */
  auditCommand(transaction: Queryable, auditedIds?: AuditFields): Promise<void>
}

type ParsedArguments<A, O> = {
  [Name in keyof A]: A[Name] extends { isOptional: true } ? string | undefined : string
} & {
  [Name in keyof O]: O[Name] extends { value: string }
    ? O[Name] extends { isRequired: true }
      ? string
      : string | undefined
    : boolean
}

/** A command: what the operator types, and its help. */
export type Command = {
  /** The group and the action, such as 'link block', or only a group, such as 'check'. */
  name: string
  summary: string
  /** The positional arguments by name, in the order in which they are typed. */
  args: Record<string, Argument>
  options: Record<string, Option>
  /** An example for the help, without `npm run admin -- `. */
  example: string
  run(parsed: Record<string, string | boolean | undefined>, context: CommandContext): Promise<void>
}

/** Defines a command. TypeScript infers the types of the arguments and options that `run` gets from `spec`. */
export function defineCommand<
  const A extends Record<string, Argument> = Record<never, never>,
  const O extends Record<string, Option> = Record<never, never>,
>(
  spec: Omit<Command, 'run' | 'args' | 'options'> & {
    args?: A
    options?: O
    run(parsed: ParsedArguments<A, O>, context: CommandContext): Promise<void>
  },
): Command {
  const run = spec.run as Command['run'] // `parseArguments` returns the arguments and options that the spec declares
  return { ...spec, args: spec.args ?? {}, options: spec.options ?? {}, run }
}
