import type { Command } from './command.ts'

const COMMAND_PREFIX = 'npm run admin --'

const usageOf = ({ name, args, options }: Command) => {
  const positionals = Object.entries(args).map(([arg, { isOptional }]) =>
    isOptional ? `[${arg}]` : `<${arg}>`,
  )
  const required = Object.entries(options)
    .filter(([, { isRequired }]) => isRequired)
    .map(([option, { value }]) => `--${option} <${value}>`)
  const hasMore = Object.values(options).some(({ isRequired }) => !isRequired)
  return [name, ...positionals, ...required, ...(hasMore ? ['[opciones]'] : [])].join(' ')
}

const alignColumns = (rows: [left: string, right: string][], indent: string) => {
  const widest = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `${indent}${left.padEnd(widest)}  ${right}`)
}

/** Returns the help with one line per command. */
export function helpOverview(commands: Command[]): string {
  return [
    'Comandos del operador de Apoderados',
    '',
    `Uso: ${COMMAND_PREFIX} <grupo> <acción> [argumentos] [opciones]`,
    '',
    ...alignColumns(
      commands.map(({ name, summary }) => [name, summary]),
      '  ',
    ),
    '',
    `Con detalles y un ejemplo de cada acción: ${COMMAND_PREFIX} <grupo> --help`,
    '',
    'Trabajan junto al servidor en marcha, con sus mismas variables (DATA_DIR, DATABASE_URL, SECRET_KEYS, STORAGE_URL).',
    'Los que llegan a la base quedan anotados en la auditoría, salvo check. Ninguno recibe contraseñas ni claves como argumento.',
    'Las listas salen como JSON con --json (npm run --silent admin -- …).',
  ].join('\n')
}

function helpOf(command: Command): string[] {
  const { args, options, summary, example } = command
  const rows: [string, string][] = [
    ...Object.entries(args).map(([name, { about }]): [string, string] => [`<${name}>`, about]),
    ...Object.entries(options).map(([name, { value, about }]): [string, string] => [
      value ? `--${name} <${value}>` : `--${name}`,
      about,
    ]),
  ]
  return [
    usageOf(command),
    `  ${summary}`,
    ...alignColumns(rows, '    '),
    `  Ejemplo: ${COMMAND_PREFIX} ${example}`,
    '',
  ]
}

/** Returns the help of these commands: each action with its arguments and an example. */
export const detailedHelp = (commands: Command[]): string => commands.flatMap(helpOf).join('\n').trimEnd()
