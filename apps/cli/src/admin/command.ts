import type { AuditRow } from '@apoderados/database/audit/audit'
import type { Queryable } from '@apoderados/database/client/open'
import type { Connection } from '../connection.ts'
import type { Terminal } from '../terminal/terminal.ts'

export type Option = {
  about: string
  /** What its value is called in the help: 'archivo'. Without, it is a switch. */
  value?: string
  isRequired?: boolean
}
export type Argument = { about: string; isOptional?: boolean }

/** Whom and what a command touched: ids and numbers only (R30). */
export type Touched = Pick<AuditRow, 'parent_id' | 'student_id' | 'establishment_id'> & {
  detail?: Record<string, number | boolean | string | number[]>
}

export type Context = {
  terminal: Terminal
  environment: NodeJS.ProcessEnv
  /** Opened when first asked for, closed after the command. */
  connect(): Promise<Connection>
  /** The command's line in the audit log, in the transaction that does the work. */
  note(transaction: Queryable, touched?: Touched): Promise<void>
}

type Given<A, O> = {
  [Name in keyof A]: A[Name] extends { isOptional: true } ? string | undefined : string
} & {
  [Name in keyof O]: O[Name] extends { value: string }
    ? O[Name] extends { isRequired: true }
      ? string
      : string | undefined
    : boolean
}

/** As the operator types it, and as the help explains it. */
export type Command = {
  /** 'link block'. */
  name: string
  summary: string
  /** By name, in the order in which they are typed. */
  args: Record<string, Argument>
  options: Record<string, Option>
  /** What follows `npm run admin -- `. */
  example: string
  run(given: Record<string, string | boolean | undefined>, context: Context): Promise<void>
}

/** A command whose `run` gets each argument and option by its name. */
export function command<
  const A extends Record<string, Argument> = Record<never, never>,
  const O extends Record<string, Option> = Record<never, never>,
>(
  spec: Omit<Command, 'run' | 'args' | 'options'> & {
    args?: A
    options?: O
    run(given: Given<A, O>, context: Context): Promise<void>
  },
): Command {
  const run = spec.run as Command['run'] // parse.ts gives what the spec asks for
  return { ...spec, args: spec.args ?? {}, options: spec.options ?? {}, run }
}

/** Nothing was done: the arguments do not say what to do. */
export class UsageError extends Error {}
