import { parseArgs } from 'node:util'
import { type SheetName, sheetNames } from '@apoderados/importer/sheetRecords'
import { typedPath } from '../terminal/typedPath.ts'
import { refuseRepeatedOption, UsageError } from '../terminal/usageError.ts'

export type ImportOptions = {
  paths: string[]
  isApplied: boolean
  /** The path of the letters with one-time passwords; if undefined, the passwords are sent by mail. */
  letters: string | undefined
  /** The path for a set of empty sheets, which are written instead of an import; undefined for an import. */
  template: string | undefined
  allowsManyRemovals: boolean
  /** The number of accounts whose e-mail may change: a set that changes another number of e-mails is refused. */
  acceptedEmailChanges: number | undefined
  complete: ReadonlySet<SheetName>
  rbd: string | null
  year: number | null
  /** The path of the CSV file with the problems; if undefined, the import creates one in DATA_DIR. */
  errors: string | undefined
}

const COMPLETABLE_SHEETS = ['evaluaciones', 'notas', 'asistencia', 'atrasos', 'observaciones', 'agenda']

export const usage = `Importa los datos de un establecimiento desde planillas. Sin --apply solo muestra qué cambiaría.

  npm run import -- <archivo|carpeta|zip>…

  --apply                 guarda los cambios (un establecimiento por vez, o todo o nada)
  --letters <archivo.pdf> escribe las cartas con las claves de quienes aún no entran, en vez de enviar correos
  --template <carpeta>    escribe el conjunto de planillas vacío, con explicaciones y ejemplos, y termina;
                          un nombre que termina en .xlsx da un solo libro con una hoja por planilla
  --complete <hojas>      dice que esas hojas están completas: lo que falta en ellas se quita
                          (${COMPLETABLE_SHEETS.join(', ')})
  --allow-endings         permite terminar más del 5 % de las matrículas, de los vínculos o de los electivos
  --accept-email-changes <n>  permite cambiar el correo con que ingresan n cuentas: tantas como lista el ensayo
  --rbd <rbd>, --year <año>  de qué establecimiento y año son las filas que no lo dicen
  --errors <archivo.csv>  dónde dejar la lista de errores y avisos (por omisión, en DATA_DIR/imports)

Acepta CSV, XLSX y la nómina de alumnos del SIGE (CSV, XLSX o .xls), y OneRoster 1.1. Ejemplo:

  npm run import -- ~/colegio --apply --letters cartas.pdf`

const optionDefinitions = {
  apply: { type: 'boolean' },
  letters: { type: 'string' },
  template: { type: 'string' },
  complete: { type: 'string', multiple: true },
  'allow-endings': { type: 'boolean' },
  'accept-email-changes': { type: 'string' },
  rbd: { type: 'string' },
  year: { type: 'string' },
  errors: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

function readCompleteSheets(lists: string[] = []): ReadonlySet<SheetName> {
  const names = lists.flatMap((list) => list.split(',')).filter(Boolean)
  const wrong = names.find((name) => !COMPLETABLE_SHEETS.includes(name))
  if (wrong !== undefined)
    throw new UsageError(`--complete no conoce «${wrong}»: ${COMPLETABLE_SHEETS.join(', ')}`)
  return new Set(sheetNames.filter((name) => names.includes(name)))
}

function parseCommandLine(args: string[]) {
  try {
    return parseArgs({ args, options: optionDefinitions, allowPositionals: true, tokens: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const option = /'(-[^' ]*)/.exec((error as Error).message)?.[1] ?? ''
    const isUnknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
    throw new UsageError(isUnknown ? `no existe la opción ${option}` : `falta o sobra un valor en ${option}`)
  }
}

/** Reads the number of e-mails that may change. @throws {UsageError} if the text is no number */
function readEmailCount(option: string, text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d{1,6}$/.test(text))
    throw new UsageError(`--${option} es un número, como 3: cuántos correos cambian`)
  return text === undefined ? undefined : Number(text)
}

const pathOf = (typed: string | undefined) => (typed === undefined ? undefined : typedPath(typed))

/** Reads the options from the arguments; returns 'help' for --help. @throws {UsageError} */
export function readOptions(args: string[]): ImportOptions | 'help' {
  const { values, positionals, tokens } = parseCommandLine(args)
  if (values.help) return 'help'
  refuseRepeatedOption(tokens, ['complete'])
  const { rbd = null, year, template } = values
  if (rbd !== null && !/^\d{1,6}-[\dkK]$/.test(rbd))
    throw new UsageError('--rbd es un RBD con su dígito, como 9283-5')
  if (year !== undefined && !/^20\d\d$/.test(year)) throw new UsageError('--year es un año, como 2026')
  if (positionals.length === 0 && template === undefined) throw new UsageError('falta decir qué importar')
  return {
    paths: positionals.map(typedPath),
    isApplied: values.apply ?? false,
    letters: pathOf(values.letters),
    template: pathOf(template),
    allowsManyRemovals: values['allow-endings'] ?? false,
    acceptedEmailChanges: readEmailCount('accept-email-changes', values['accept-email-changes']),
    complete: readCompleteSheets(values.complete),
    rbd: rbd?.toUpperCase() ?? null,
    year: year === undefined ? null : Number(year),
    errors: pathOf(values.errors),
  }
}
