import type { Report } from '../problems.ts'
import { type SheetName, sheetNames } from '../sheetRecords.ts'
import { SPREADSHEET_NAME } from '../sheets/fileKind.ts'
import type { SheetFormat } from './column.ts'
import { scoreHeaders } from './headers.ts'
import { formatOfSheet, formats } from './set/set.ts'
import { excerpt, nearestName, normalizeName } from './sheetText.ts'

/** Other names that schools give to the sheets. */
const sheetAliases: Record<SheetName, string[]> = {
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
/** The sheet that each name or alias, as a key, mentions. */
const sheetOfWord = new Map(
  sheetNames.flatMap((name) =>
    [normalizeName(name), ...sheetAliases[name]].map((word) => [word, name] as const),
  ),
)

/** The words, as keys, by whose presence in a sheet's name the sheet is an explanation, which is not imported. */
const EXPLANATION_WORDS = new Set(['leame', 'instrucciones', 'ayuda', 'explicacion'])

const wordsOf = (name: string) =>
  name
    .split(/[^\p{L}]+/u)
    .map(normalizeName)
    .filter(Boolean)

/** The highest number of words in a sheet's own name: 'dias_sin_clases' has three. */
const WORDS_MAX = Math.max(...sheetNames.map((name) => wordsOf(name).length))

/** Returns each sequence of one to `WORDS_MAX` adjacent words, joined into one word. */
const joinAdjacentWords = (words: string[]): string[] =>
  words.flatMap((_, start) =>
    Array.from({ length: WORDS_MAX }, (_, more) => words.slice(start, start + more + 1).join('')),
  )

/** Returns the sheets that a name such as '05_alumnos 2026' mentions; 'Asistencia de alumnos' mentions two. */
export function sheetsInName(name: string): SheetName[] {
  const found = joinAdjacentWords(wordsOf(name)).map((word) => sheetOfWord.get(word))
  return [...new Set(found.filter((sheet) => sheet !== undefined))]
}

/** Returns the sheets that an unreadable file may contain: those of its name, or else all; none if no spreadsheet. */
export function sheetsPossiblyIn(file: string): readonly SheetName[] {
  if (!SPREADSHEET_NAME.test(file) && !file.includes('›')) return []
  const named = sheetsInName(file.replace(/^.*[/›]/, ''))
  return named.length > 0 ? named : sheetNames
}

function bestFormat(candidates: SheetFormat[], headers: string[]): SheetFormat | undefined {
  const scored = candidates.map((format) => ({ format, score: scoreHeaders(headers, format) }))
  const [best] = scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score)
  return best?.format
}

/** Returns the format that the name mentions, if the headers fit it; or else the best fit, or the first mentioned. */
export function recogniseSheet(name: string, headers: string[]): SheetFormat | undefined {
  const named = sheetsInName(name).map((sheet) => formatOfSheet[sheet])
  return bestFormat(named, headers) ?? bestFormat(formats, headers) ?? named[0]
}

export const isExplanationSheet = (name: string): boolean =>
  wordsOf(name).some((word) => EXPLANATION_WORDS.has(word))

export function reportUnknownSheet(file: string, name: string, report: Report): void {
  const near = joinAdjacentWords(wordsOf(name))
    .map((word) => nearestName(word, sheetNames))
    .find(Boolean)
  report.warning({
    file,
    message: `no se sabe qué contiene «${excerpt(name)}»: no se importa`,
    expected: near ? `¿${near}?` : sheetNames.join(', '),
  })
}
