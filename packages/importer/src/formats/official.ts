import type { Batch } from '../sheetRecords.ts'
import { keyOf } from './sheetText.ts'

/** The Ministry's list of pupils, as its platform writes the headers ('Asistenca' so). */
export const officialHeaders = [
  ...['Año', 'RBD', 'Cod Tipo Enseñanza', 'Cod Grado', 'Desc Grado', 'Letra Curso', 'Run', 'Dígito Ver.'],
  ...['Genero', 'Nombres', 'Apellido Paterno', 'Apellido Materno', 'Dirección', 'Comuna Residencia'],
  ...['Código Comuna Residencia', 'Email', 'Telefono', 'Celular', 'Fecha Nacimiento', 'Código Etnia'],
  ...['Fecha Incorporación Curso', 'Fecha Retiro', '%Asistenca', 'Promedio Final'],
]
const keys = new Set(officialHeaders.map(keyOf))
/** A school may take some away, and add its own. */
const ENOUGH = 18

export const isOfficialList = (headers: string[]): boolean =>
  new Set(headers.map(keyOf).filter((key) => keys.has(key))).size >= ENOUGH

type StudentBatch = Extract<Batch, { sheet: 'alumnos' }>

/** That list is all that says which courses there are. Each is given once, named by its name and letter. */
export function createCourseFinder(): (students: StudentBatch) => Batch {
  const seen = new Set<string>()
  return ({ rows: students, headers }) => {
    const rows: Extract<Batch, { sheet: 'cursos' }>['rows'] = []
    for (const { place, record } of students) {
      const { rbd, year, course_name: name, letter } = record
      const code = `${name} ${letter}`
      const key = `${rbd} ${year} ${code}`
      if (!seen.has(key)) rows.push({ place, record: { rbd, year, code, name, letter } })
      seen.add(key)
    }
    return { sheet: 'cursos', rows, ...(headers && { headers }) }
  }
}
