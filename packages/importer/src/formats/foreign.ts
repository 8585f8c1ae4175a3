import type { Report } from '../problems.ts'
import { normalizeName } from './sheetText.ts'

const PUBLIC_DATA_TEXT = 'de los datos abiertos del Mineduc'

/**
 * The Ministry's public data sets that share headers with a school's sheets, the most specific first. Each is
 * recognised by headers, as keys, that a school's sheets lack.
 */
const publicDataSets: { name: string; headers: string[] }[] = [
  {
    name: `la base de rendimiento por estudiante ${PUBLIC_DATA_TEXT}`,
    headers: ['mrun', 'promgral', 'sitfin'],
  },
  { name: `la base de asistencia por estudiante ${PUBLIC_DATA_TEXT}`, headers: ['mrun', 'diasasistidos'] },
  { name: `la base de matrícula por estudiante ${PUBLIC_DATA_TEXT}`, headers: ['mrun'] },
]
/** A table with one of these headers is a school's own list of pupils, even if it has a column of a public data set. */
const OWN_LIST_HEADERS = ['run', 'rut', 'nombres']

/** Rejects a public data set, whose masked numbers identify no person. Returns true if it has rejected the table. */
export function refusePublicDataSet(file: string, headers: string[], report: Report): boolean {
  const keys = new Set(headers.map(normalizeName))
  const table = publicDataSets.find((known) => known.headers.every((key) => keys.has(key)))
  if (!table || OWN_LIST_HEADERS.some((key) => keys.has(key))) return false
  report.problem({
    file,
    message: `parece ${table.name}: su MRUN no es el RUN, y no trae nombres`,
    expected: 'la nómina de alumnos de SIGE, o la hoja alumnos',
  })
  report.leftOut('alumnos', null)
  return true
}
