import type { Report } from '../problems.ts'
import { type SheetName, sheetNames } from '../sheetRecords.ts'
import type { SheetFormat } from './column.ts'
import { suits } from './headers.ts'
import { formats, set } from './set/set.ts'
import { excerpt, keyOf, nearest } from './sheetText.ts'

/** What else schools call the sheets. */
const aliases: Record<SheetName, string[]> = {
  establecimientos: ['establecimiento', 'colegio', 'colegios', 'escuela', 'escuelas'],
  periodos: ['periodo', 'semestres', 'trimestres'],
  cursos: ['curso'],
  funcionarios: ['funcionario', 'docente', 'docentes', 'profesor', 'profesores'],
  asignaturas: ['asignatura'],
  alumnos: ['alumno', 'alumnas', 'estudiante', 'estudiantes', 'matricula', 'nomina'],
  apoderados: ['apoderado', 'apoderadas'],
  vinculos: ['vinculo'],
  electivos: ['electivo', 'electivas', 'electiva', 'diferenciado', 'diferenciados'],
  horario: ['horarios'],
  evaluaciones: ['evaluacion', 'pruebas'],
  notas: ['nota', 'calificacion', 'calificaciones'],
  asistencia: ['asistencias'],
  atrasos: ['atraso'],
  observaciones: ['observacion', 'anotacion', 'anotaciones'],
  agenda: ['evento', 'eventos', 'calendario'],
}
const formatOfWord = new Map(
  sheetNames.flatMap((name) => [name, ...aliases[name]].map((word) => [word, set[name]] as const)),
)

/** Sheets that explain, as the template's own. */
const EXPLAINING = new Set(['leame', 'instrucciones', 'ayuda', 'explicacion'])

const wordsOf = (name: string) =>
  name
    .split(/[^\p{L}]+/u)
    .map(keyOf)
    .filter(Boolean)

/** '05_alumnos', 'Alumnos 2026', 'Asistencia de alumnos': may name several. */
function formatsNamed(name: string): SheetFormat[] {
  const found = wordsOf(name).map((word) => formatOfWord.get(word))
  return [...new Set(found.filter((format) => format !== undefined))]
}

export const sheetsNamed = (name: string): SheetName[] => formatsNamed(name).map((format) => format.name)

const SPREADSHEET = /\.(?:csv|tsv|tab|txt|xls[xmb]?|ods|html?|zip)$/i

/** What a file that cannot be opened could hold: the sheets that its name tells, else any; none if it is no spreadsheet. */
export function sheetsPossiblyIn(file: string): readonly SheetName[] {
  if (!SPREADSHEET.test(file) && !file.includes('›')) return []
  const named = sheetsNamed(file.replace(/^.*[/›]/, ''))
  return named.length > 0 ? named : sheetNames
}

function bestOf(candidates: SheetFormat[], headers: string[]): SheetFormat | undefined {
  let best: SheetFormat | undefined
  let most = 0
  for (const format of candidates) {
    const score = suits(headers, format) ?? 0
    if (score > most) [best, most] = [format, score]
  }
  return best
}

/** By its name, or by its headers where those only suit another sheet. Undefined is none of the set. */
export function recogniseSheet(name: string, headers: string[]): SheetFormat | undefined {
  const named = formatsNamed(name)
  return bestOf(named, headers) ?? bestOf(formats, headers) ?? named[0]
}

export const isExplanation = (name: string): boolean => wordsOf(name).some((word) => EXPLAINING.has(word))

export function reportUnknownSheet(file: string, name: string, report: Report): void {
  const near = wordsOf(name)
    .map((word) => nearest(word, sheetNames))
    .find(Boolean)
  report.warning({
    file,
    message: `no se sabe qué contiene «${excerpt(name)}»: no se importa`,
    expected: near ? `¿${near}?` : sheetNames.join(', '),
  })
}
