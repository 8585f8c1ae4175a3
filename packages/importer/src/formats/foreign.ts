import type { Report } from '../problems.ts'
import { keyOf } from './sheetText.ts'

const PUBLIC_DATA = 'de los datos abiertos del Mineduc'

/**
 * Public data sets that share headers with our sheets, the most specific first. Each is recognised by headers that our
 * sheets lack.
 */
const foreignTables: { name: string; headers: string[] }[] = [
  { name: `la base de rendimiento por estudiante ${PUBLIC_DATA}`, headers: ['mrun', 'promgral', 'sitfin'] },
  { name: `la base de asistencia por estudiante ${PUBLIC_DATA}`, headers: ['mrun', 'diasasistidos'] },
  { name: `la base de matrícula por estudiante ${PUBLIC_DATA}`, headers: ['mrun'] },
]
/** A list of pupils with one of these headers is the school's own, even if it has a column of a public data set. */
const PUPIL_HEADERS = ['run', 'rut', 'nombres']

/**
 * Rejects a public data set, because its masked numbers are not RUNs and identify no person. Returns true if it has
 * rejected the table.
 */
export function refuseForeign(file: string, headers: string[], report: Report): boolean {
  const keys = new Set(headers.map(keyOf))
  const table = foreignTables.find((known) => known.headers.every((key) => keys.has(key)))
  if (!table || PUPIL_HEADERS.some((key) => keys.has(key))) return false
  report.problem({
    file,
    message: `parece ${table.name}: su MRUN no es el RUN, y no trae nombres`,
    expected: 'la nómina de alumnos de SIGE, o la hoja alumnos',
  })
  report.leftOut('alumnos', null)
  return true
}
