import type { Report } from '../problems.ts'
import { type SheetName, sheetNames } from '../sheetRecords.ts'
import { SPREADSHEET_NAME } from '../sheets/fileKind.ts'
import type { SheetFormat } from './column.ts'
import { scoreHeaders } from './headers.ts'
import { formatOfSheet, formats } from './set/set.ts'
import { excerpt, keyOf, nearest } from './sheetText.ts'

/** Other names that schools give to the sheets. */
const aliases: Record<SheetName, string[]> = {
  establecimientos: ['establecimiento', 'colegio', 'colegios', 'escuela', 'escuelas'],
  periodos: ['periodo', 'semestres', 'trimestres'],
  dias_sin_clases: ['feriados', 'interferiados', 'suspensiones'],
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
const sheetOfWord = new Map(
  sheetNames.flatMap((name) => [keyOf(name), ...aliases[name]].map((word) => [word, name] as const)),
)

/** Words in the name of a sheet with explanations, such as that of the template, which is not imported. */
const EXPLANATION_WORDS = new Set(['leame', 'instrucciones', 'ayuda', 'explicacion'])

const wordsOf = (name: string) =>
  name
    .split(/[^\p{L}]+/u)
    .map(keyOf)
    .filter(Boolean)

/** The highest number of words in a sheet's own name: 'dias_sin_clases' has three. */
const WORDS_MAX = Math.max(...sheetNames.map((name) => wordsOf(name).length))

/** Returns the words, and each sequence of up to `WORDS_MAX` words joined into one. */
const joinedWordsOf = (words: string[]): string[] =>
  words.flatMap((_, start) =>
    Array.from({ length: WORDS_MAX }, (_, more) => words.slice(start, start + more + 1).join('')),
  )

/**
 * Returns the sheets that a name mentions, such as '05_alumnos' or 'Alumnos 2026'; 'Asistencia de alumnos' mentions
 * two.
 */
export function sheetsInName(name: string): SheetName[] {
  const found = joinedWordsOf(wordsOf(name)).map((word) => sheetOfWord.get(word))
  return [...new Set(found.filter((sheet) => sheet !== undefined))]
}

/**
 * Returns the sheets that an unreadable file might contain: those that its name mentions, or all if it mentions none.
 * Empty if the file is not a spreadsheet.
 */
export function sheetsPossiblyIn(file: string): readonly SheetName[] {
  if (!SPREADSHEET_NAME.test(file) && !file.includes('›')) return []
  const named = sheetsInName(file.replace(/^.*[/›]/, ''))
  return named.length > 0 ? named : sheetNames
}

function bestOf(candidates: SheetFormat[], headers: string[]): SheetFormat | undefined {
  const scored = candidates.map((format) => ({ format, score: scoreHeaders(headers, format) }))
  const [best] = scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score)
  return best?.format
}

/**
 * Recognises a sheet by its name if the headers fit that format, or else by its headers, or else by its name alone.
 * Undefined if there is no such format.
 */
export function recogniseSheet(name: string, headers: string[]): SheetFormat | undefined {
  const named = sheetsInName(name).map((sheet) => formatOfSheet[sheet])
  return bestOf(named, headers) ?? bestOf(formats, headers) ?? named[0]
}

export const isExplanation = (name: string): boolean =>
  wordsOf(name).some((word) => EXPLANATION_WORDS.has(word))

export function reportUnknownSheet(file: string, name: string, report: Report): void {
  const near = joinedWordsOf(wordsOf(name))
    .map((word) => nearest(word, sheetNames))
    .find(Boolean)
  report.warning({
    file,
    message: `no se sabe qué contiene «${excerpt(name)}»: no se importa`,
    expected: near ? `¿${near}?` : sheetNames.join(', '),
  })
}
