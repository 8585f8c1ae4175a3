import type { Batch, PlacedRecord, Records } from '../sheetRecords.ts'
import type { Row } from '../sheets/sheet.ts'
import { isDayText } from './cells/dayCell.ts'
import type { Refuse } from './cellType.ts'
import type { SheetFormat } from './column.ts'
import { type SheetHeaders, scoreHeaders } from './headers.ts'
import { createRowReader } from './reader.ts'
import { sheetsInName } from './recognise.ts'
import { formatOfSheet, formats } from './set/set.ts'
import { type HeadedSheet, type ReadingContext, readRows } from './sheetTable.ts'
import { excerpt, normalizeName } from './sheetText.ts'

/**
 * A table of a class book with a row per student: a column per assessment, whose header is its code, or one per day.
 * `name` is the column of the sheet's format that the headers state, and `value` the one that the cells fill.
 */
type MatrixFormat = { format: SheetFormat<'notas' | 'asistencia'>; name: string; value: string }

const matrixFormats = {
  notas: { format: formatOfSheet.notas, name: 'evaluacion', value: 'nota' },
  asistencia: { format: formatOfSheet.asistencia, name: 'fecha', value: 'estado' },
} satisfies Record<string, MatrixFormat>

/** A sheet that is a matrix, with the positions of the students and of the columns to read. */
type Matrix = HeadedSheet & { matrix: MatrixFormat; student: number; columns: number[] }

/** Headers of class books for what says who a student is, or is computed. */
const ignoredHeaders = new Set(
  `n n° nº nro numero lista n°lista dv digito digitover digitoverificador nombre nombres apellidos apellidopaterno
  apellidomaterno estudiante alumno alumna nombrecompleto curso letra promedio promediofinal prom total totales presentes
  ausentes atrasos porcentaje asistencia observacion observaciones situacion retiro`
    .split(/\s+/)
    .map(normalizeName),
)

/**
 * Returns the matrix that a sheet is: its headers have the student's RUN and fit no other format, and its name or its
 * headers say what it contains. Undefined if it is none.
 */
export function findMatrix({ sheet, header }: HeadedSheet): Matrix | undefined {
  const keys = header.cells.map(normalizeName)
  const students = studentKeys
  const student = keys.findIndex((key) => students.has(key))
  if (student === -1) return undefined
  const columns = keys.flatMap((key, position) =>
    position === student || key === '' || ignoredHeaders.has(key) ? [] : [position],
  )
  const days = columns.filter((position) => isDayText(header.cells[position] ?? ''))
  const named = sheetsInName(sheet.name)
  const kind =
    days.length > 0 && days.length * 2 > columns.length
      ? 'asistencia'
      : (['notas', 'asistencia'] as const).find((name) => named.includes(name))
  if (kind === undefined || columns.length === 0) return undefined
  const matrix: MatrixFormat = matrixFormats[kind]
  const isLongForm = [matrix.name, matrix.value].some((name) =>
    [name, ...(matrix.format.columns[name]?.synonyms ?? [])].some((text) =>
      keys.includes(normalizeName(text)),
    ),
  )
  if (isLongForm || formats.some((each) => scoreHeaders(header.cells, each) > 0)) return undefined
  return { sheet, header, matrix, student, columns }
}

const { run_alumno } = formatOfSheet.notas.columns
const studentKeys = new Set(['run_alumno', ...(run_alumno?.synonyms ?? [])].map(normalizeName))

/** Separates a file's name from a column of a matrix: each has headers of its own in the list of problems. */
export const COLUMN_SEPARATOR = '\0'

type Placed = PlacedRecord<Records['notas' | 'asistencia']>

/** Yields the records of a matrix, one for each filled cell; a blank cell states nothing. */
export async function* readMatrix(
  { sheet, header, matrix, student, columns }: Matrix,
  reading: ReadingContext,
): AsyncGenerator<Batch> {
  const { requested, report } = reading
  const { format, name, value } = matrix
  const names = Object.keys(format.columns)
  const studentHeader = excerpt(header.cells[student] ?? '')
  // The row that the long form would have: the student, what the header states, and the cell.
  const columnReaders = columns.flatMap((position) => {
    const text = excerpt(header.cells[position] ?? '')
    const refuse: Refuse = (message, expected) => {
      const { file, line } = { ...sheet, ...header }
      report.problem({ file, line, column: text, message, ...(expected && { expected }) })
      return undefined
    }
    if (format.columns[name]?.kind.parse(text, refuse) === undefined) return []
    const written = new Map([
      ['run_alumno', studentHeader],
      [name, text],
      [value, text],
    ])
    const headers: SheetHeaders = {
      indexes: names.map((each) => ['run_alumno', name, value].indexOf(each)),
      texts: [studentHeader, text, text],
      written,
      untitled: [],
    }
    const file = `${sheet.file}${COLUMN_SEPARATOR}${position}`
    return [{ position, headers, read: createRowReader(file, headers, format, requested, report) }]
  })
  const repeated = findRepeated(header, columns)
  if (repeated !== undefined) {
    report.problem({
      file: sheet.file,
      line: header.line,
      column: excerpt(header.cells[repeated] ?? ''),
      message: 'este encabezado está repetido',
      expected: 'una sola columna para cada uno',
    })
    return report.leftOut(format.name, null)
  }
  const onDamage = () => report.leftOut(format.name, null)
  for await (const rows of readRows(sheet, { ...reading, onDamage }))
    for (const { position, headers, read } of columnReaders) {
      const placed = rows.flatMap((row): Placed[] => {
        const found = hasCell(row, position) ? read(rowOf(row, header, { student, position })) : undefined
        return found ? [found as Placed] : []
      })
      if (placed.length > 0) yield { sheet: format.name, rows: placed, headers: headers.written } as Batch
    }
}

const hasCell = ({ cells, unread }: Row, position: number) =>
  (cells[position] ?? '').trim() !== '' || unread?.has(position) === true

function rowOf(
  { line, cells, unread }: Row,
  header: Row,
  { student, position }: { student: number; position: number },
): Row {
  const reasons = [student, -1, position].flatMap((each, index): [number, string][] => {
    const reason = unread?.get(each)
    return reason === undefined ? [] : [[index, reason]]
  })
  return {
    line,
    cells: [cells[student] ?? '', header.cells[position] ?? '', cells[position] ?? ''],
    ...(reasons.length > 0 && { unread: new Map(reasons) }),
  }
}

const findRepeated = ({ cells }: Row, columns: number[]): number | undefined => {
  const keys = columns.map((position) => normalizeName(cells[position] ?? ''))
  return columns.find((_, index) => keys.indexOf(keys[index] as string) !== index)
}
