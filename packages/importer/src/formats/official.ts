import type { Batch } from '../sheetRecords.ts'
import { normalizeName } from './sheetText.ts'

/** The headers of the Ministry's list of pupils, in the spelling of its platform ('Asistenca'). */
export const officialHeaders = [
  'Año',
  'RBD',
  'Cod Tipo Enseñanza',
  'Cod Grado',
  'Desc Grado',
  'Letra Curso',
  'Run',
  'Dígito Ver.',
  'Genero',
  'Nombres',
  'Apellido Paterno',
  'Apellido Materno',
  'Dirección',
  'Comuna Residencia',
  'Código Comuna Residencia',
  'Email',
  'Telefono',
  'Celular',
  'Fecha Nacimiento',
  'Código Etnia',
  'Fecha Incorporación Curso',
  'Fecha Retiro',
  '%Asistenca',
  'Promedio Final',
]
const officialKeys = new Set(officialHeaders.map(normalizeName))
/** A list with at least this many of the headers is the Ministry's: a school may remove some columns and add others. */
const OFFICIAL_HEADERS_MIN = 18

export const isOfficialList = (headers: string[]): boolean =>
  new Set(headers.map(normalizeName).filter((key) => officialKeys.has(key))).size >= OFFICIAL_HEADERS_MIN

type StudentBatch = Extract<Batch, { sheet: 'alumnos' }>

/**
 * Returns a function that derives the courses from batches of the Ministry's list, for an import without the school's
 * own sheet of courses. It returns each course once; the course's code is its name and letter.
 */
export function createCourseDeriver(): (students: StudentBatch) => Batch {
  const seenCodes = new Set<string>()
  return ({ rows: students, headers }) => {
    const rows: Extract<Batch, { sheet: 'cursos' }>['rows'] = []
    for (const { location, record } of students) {
      const { rbd, year, course_name: name, letter } = record
      const code = `${name} ${letter}`
      const key = `${rbd} ${year} ${code}`
      if (!seenCodes.has(key)) rows.push({ location, record: { rbd, year, code, name, letter } })
      seenCodes.add(key)
    }
    return { sheet: 'cursos', rows, ...(headers && { headers }) }
  }
}
