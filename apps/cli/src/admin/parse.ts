import { parseArgs } from 'node:util'
import { UsageError } from '../terminal/usageError.ts'
import type { Command, Option } from './command.ts'

type ParsedArguments = Record<string, string | boolean | undefined>
type OptionToken = Extract<NonNullable<ReturnType<typeof tokenize>>[number], { kind: 'option' }>

const tokenize = (args: string[], options: Record<string, Option>) =>
  parseArgs({
    args,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }]),
    ),
    strict: false, // the messages of strict mode are English
    tokens: true,
  }).tokens

function readOption({ name, rawName, value, inlineValue }: OptionToken, option: Option | undefined) {
  if (!option) throw new UsageError(`No existe la opción ${rawName}.`)
  if (!option.value) {
    if (value !== undefined) throw new UsageError(`--${name} no lleva un valor.`)
    return true
  }
  const isNext = value?.startsWith('-') && !inlineValue
  if (!value || isNext) throw new UsageError(`Falta el valor de --${name} <${option.value}>.`)
  return value
}

/** Parses the arguments after the command's name. @throws {UsageError} without values, which may be personal data */
export function parseArguments({ args, options }: Command, typed: string[]): ParsedArguments {
  const parsed: ParsedArguments = {}
  const positionals: string[] = []
  for (const token of tokenize(typed, options)) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    const value = readOption(token, option)
    if (token.name in parsed) throw new UsageError(`--${token.name} va una sola vez.`)
    parsed[token.name] = value
  }
  for (const [index, [name, { isOptional }]] of Object.entries(args).entries()) {
    const value = positionals[index]
    if (value === undefined && !isOptional) throw new UsageError(`Falta <${name}>.`)
    parsed[name] = value
  }
  if (positionals.length > Object.keys(args).length) throw new UsageError('Sobran argumentos.')
  for (const [name, { isRequired, value }] of Object.entries(options)) {
    if (isRequired && parsed[name] === undefined) throw new UsageError(`Falta --${name} <${value}>.`)
    if (!value) parsed[name] ??= false
  }
  return parsed
}
