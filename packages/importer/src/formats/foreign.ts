import type { Report } from '../problems.ts'
import { keyOf } from './sheetText.ts'

const PUBLIC_DATA = 'de los datos abiertos del Mineduc'

/** Tables of others that have some of our headers, the surest first, by headers that ours do not have. */
const foreign: { name: string; headers: string[] }[] = [
  { name: `la base de rendimiento por estudiante ${PUBLIC_DATA}`, headers: ['mrun', 'promgral', 'sitfin'] },
  { name: `la base de asistencia por estudiante ${PUBLIC_DATA}`, headers: ['mrun', 'diasasistidos'] },
  { name: `la base de matrícula por estudiante ${PUBLIC_DATA}`, headers: ['mrun'] },
]
/** A school may add a column of its own to its list of pupils: with these it is still theirs. */
const OF_PUPILS = ['run', 'rut', 'nombres']

/** What a table of somebody else seems to be. */
export function foreignTable(headers: string[]): string | undefined {
  const keys = new Set(headers.map(keyOf))
  if (OF_PUPILS.some((key) => keys.has(key))) return undefined
  return foreign.find((table) => table.headers.every((key) => keys.has(key)))?.name
}

/** A masked number in place of the RUN names nobody. */
export function refuseForeign(file: string, name: string, report: Report): void {
  report.problem({
    file,
    message: `parece ${name}: su MRUN no es el RUN, y no trae nombres`,
    expected: 'la nómina de alumnos de SIGE, o la hoja alumnos',
  })
  report.leftOut('alumnos', null)
}
