import { parseArgs } from 'node:util'
import { FRIDAY, firstOn, todayInChile } from '@apoderados/contract/values/days'
import { dayCell } from '@apoderados/importer/formats/cells/dayCell'
import { type SchoolCalendar, schoolCalendar } from '@apoderados/school-data/calendar/calendar'
import { schoolYear } from '@apoderados/school-data/calendar/schoolYear'
import { SCHOOLS_MAX, STUDENTS_MAX } from '@apoderados/school-data/people/numbers'
import type { SetOptions } from '@apoderados/school-data/sheets/set'
import { chileanDay } from '@apoderados/school-data/sheets/texts'
import { typedPath } from '../terminal/typedPath.ts'
import { refuseRepeatedOption, UsageError } from '../terminal/usageError.ts'

const DEFAULT_FOLDER = 'data/prueba'
const DEFAULT_STUDENTS_PER_SCHOOL = 1_000
const STUDENTS_PER_SCHOOL_MIN = 10
const YEAR_MIN = 2000
const YEAR_MAX = 2100
const VARIANT_MAX = 2
const SEED_MAX = 2 ** 32 - 1

export const usage = `Uso: npm run generate -- --students N [opciones]

Escribe un conjunto de planillas de prueba, con personas y colegios que no existen, para importarlo.

  --students N       cantidad de estudiantes, de 1 a ${STUDENTS_MAX.toLocaleString('es-CL')}
  --to CARPETA       dónde escribir; debe estar vacía o no existir (${DEFAULT_FOLDER})
  --year AAAA        año escolar (el actual)
  --until DD-MM-AAAA último día con asistencia y notas (el último viernes de mayo)
  --schools K        cantidad de colegios (uno cada mil estudiantes)
  --seed S           con el mismo número se escriben los mismos datos (1)
  --variant 1|2      2: los mismos colegios semanas después, con cambios (1)
  --photos N         fotos de estudiantes (0)
  --documents N      documentos de la agenda (0)`

const optionDefinitions = {
  students: { type: 'string' },
  to: { type: 'string' },
  year: { type: 'string' },
  until: { type: 'string' },
  schools: { type: 'string' },
  seed: { type: 'string', default: '1' },
  variant: { type: 'string', default: '1' },
  photos: { type: 'string', default: '0' },
  documents: { type: 'string', default: '0' },
  help: { type: 'boolean', default: false },
} as const

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: optionDefinitions, tokens: true })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error
    const [, name] = /'([^' ]+)/.exec((error as Error).message) ?? []
    throw new UsageError(`no se entiende ${name ?? 'una opción'}`)
  }
}

/** @throws {UsageError} unless the text is an integer within the limits */
function readInteger(name: string, text: string, [min, max]: [number, number]): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  const limits = `de ${min.toLocaleString('es-CL')} a ${max.toLocaleString('es-CL')}`
  throw new UsageError(`--${name}: «${text}» no sirve; se espera un número entero ${limits}, sin puntos`)
}

/**
 * Returns the last day with records. The default is the last Friday of May, because a whole school year would have more
 * than twice as many rows. @throws {UsageError}
 */
function readUntil(text: string | undefined, { year, classDays }: SchoolCalendar): string {
  if (text === undefined) return firstOn(FRIDAY, `${year}-05-25`)
  const [first, last] = [classDays[0] as string, classDays.at(-1) as string]
  const until = dayCell.parse(text, () => undefined)
  if (until && first <= until && until <= last) return until
  const limits = `del ${chileanDay(first)} al ${chileanDay(last)}`
  throw new UsageError(`--until: «${text}» no sirve; se espera una fecha como 29-05-${year}, ${limits}`)
}

/** Reads the options from the arguments; returns null for --help. @throws {UsageError} */
export function readOptions(args: string[], now = new Date()): SetOptions | null {
  const { values, tokens } = readArguments(args)
  if (values.help) return null
  refuseRepeatedOption(tokens)
  if (values.students === undefined) throw new UsageError('falta --students')
  const students = readInteger('students', values.students, [1, STUDENTS_MAX])
  const schoolsMax = Math.min(SCHOOLS_MAX, Math.max(1, Math.floor(students / STUDENTS_PER_SCHOOL_MIN)))
  const defaultSchools = Math.max(1, Math.round(students / DEFAULT_STUDENTS_PER_SCHOOL))
  const thisYear = schoolYear(todayInChile(now))
  const year = readInteger('year', values.year ?? String(thisYear), [YEAR_MIN, YEAR_MAX])
  return {
    folder: values.to === undefined ? DEFAULT_FOLDER : typedPath(values.to),
    students,
    schools: readInteger('schools', values.schools ?? String(defaultSchools), [1, schoolsMax]),
    year,
    until: readUntil(values.until, schoolCalendar(year)),
    seed: readInteger('seed', values.seed, [0, SEED_MAX]),
    isChanged: readInteger('variant', values.variant, [1, VARIANT_MAX]) === VARIANT_MAX,
    photos: readInteger('photos', values.photos, [0, students]),
    documents: readInteger('documents', values.documents, [0, students]),
  }
}
