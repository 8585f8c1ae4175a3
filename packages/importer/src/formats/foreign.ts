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

/** Returns the name of the public data set that these headers belong to; undefined if there is none. */
export function foreignTable(headers: string[]): string | undefined {
  const keys = new Set(headers.map(keyOf))
  if (PUPIL_HEADERS.some((key) => keys.has(key))) return undefined
  return foreignTables.find((table) => table.headers.every((key) => keys.has(key)))?.name
}

/** Rejects the table, because its masked numbers are not RUNs and identify no person. */
export function refuseForeign(file: string, name: string, report: Report): void {
  report.problem({
    file,
    message: `parece ${name}: su MRUN no es el RUN, y no trae nombres`,
    expected: 'la nómina de alumnos de SIGE, o la hoja alumnos',
  })
  report.leftOut('alumnos', null)
}
