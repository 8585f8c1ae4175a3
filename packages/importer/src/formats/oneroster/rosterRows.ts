import type { Report } from '../../problems.ts'
import type { SheetName } from '../../sheetRecords.ts'
import type { CellType, Refuse } from '../cellType.ts'
import type { RequestedScope } from '../reader.ts'
import type { Progress } from '../readProgress.ts'
import { readRows } from '../sheetTable.ts'
import { excerpt, keyOf } from '../sheetText.ts'
import { alternatives, type FileName, files, type RosterFile, type RosterFiles } from './rosterFiles.ts'

type ColumnOf<Name extends FileName> =
  | (typeof files)[Name]['required'][number]
  | (typeof files)[Name]['optional'][number]

/** A row of a roster file. */
export type RosterRow<Column extends string = string> = {
  file: string
  line: number
  /** The trimmed cell; '' if it is blank or the file lacks the column. */
  text(column: Column): string
  has(column: Column): boolean
  /**
   * Selects the first column if its cell is filled, otherwise the second. `isKnown` is false in the second case if the
   * file lacks one of the two columns, which could contain another value.
   */
  firstFilled(first: Column, second: Column): { column: Column; isKnown: boolean }
  refuse(column: Column): Refuse
  /** Null for a blank cell; undefined after a reported problem. */
  parse<T>(column: Column, kind: CellType<T>): T | null | undefined
  /** Like `parse`, but a blank cell is a problem too. */
  parseRequired<T>(column: Column, kind: CellType<T>): T | undefined
}

export type RosterSource = {
  files: RosterFiles
  requested: RequestedScope
  report: Report
  progress: Progress
  /** Files that could not be read completely. References to an entry that such a file lacks are not reported. */
  unread: Set<FileName>
}

/** For each roster file, the sheets of the import for which it contains data. */
export const sheetsOfFile: Partial<Record<FileName, SheetName[]>> = {
  orgs: ['establecimientos'],
  academicSessions: ['periodos'],
  classes: ['cursos', 'asignaturas'],
  roles: ['funcionarios', 'alumnos', 'apoderados', 'vinculos'],
  users: ['funcionarios', 'alumnos', 'apoderados', 'vinculos'],
  enrollments: ['alumnos', 'asignaturas'],
  lineItems: ['evaluaciones'],
}

function recordUnread(name: FileName, { unread, report }: RosterSource): void {
  unread.add(name)
  for (const sheet of sheetsOfFile[name] ?? []) report.leftOut(sheet, null)
}

const UNKNOWN_COLUMNS_REPORTED_MAX = 20

/** Returns the position of each column; undefined if a required column is missing, which it reports. */
function findColumns(
  name: FileName,
  { sheet, header }: RosterFile,
  report: Report,
): Map<string, number> | undefined {
  const { required, optional, unused } = files[name]
  const positions = new Map(header.cells.map((cell, index) => [keyOf(cell), index]))
  const location = { file: sheet.file, line: header.line }
  const missing = required.filter((column) => !positions.has(keyOf(column)))
  for (const column of missing) report.problem({ ...location, message: `falta la columna «${column}»` })
  const known = new Set([...required, ...optional, ...unused].map(keyOf))
  const unknown = header.cells.filter((cell) => keyOf(cell) !== '' && !known.has(keyOf(cell)))
  for (const cell of unknown.slice(0, UNKNOWN_COLUMNS_REPORTED_MAX))
    report.warning({
      ...location,
      column: excerpt(cell),
      message: 'no se conoce esta columna: no se importa',
    })
  for (const { first, second } of alternatives.filter((pair) => pair.name === name)) {
    if (positions.has(keyOf(first)) || !positions.has(keyOf(second))) continue
    const message = `falta la columna «${first}»: «${second}» vale solo para filas nuevas`
    report.warning({ ...location, message })
  }
  if (missing.length > 0) return undefined
  return new Map([...required, ...optional].map((column) => [column, positions.get(keyOf(column)) ?? -1]))
}

const noReport: Report = { problem() {}, warning() {}, leftOut() {} }

/**
 * Yields the rows of a file; none if the file is missing. Deleted rows are skipped unless `withDeleted`. With
 * `isSecondReading`, problems of the header are not reported again.
 */
export async function* rowsOf<Name extends FileName>(
  source: RosterSource,
  name: Name,
  { isSecondReading = false, withDeleted = false } = {},
): AsyncGenerator<RosterRow<ColumnOf<Name>>> {
  const { files: found, requested, report, progress } = source
  const file = found.get(name)
  if (!file) return
  const columns = findColumns(name, file, isSecondReading ? noReport : report)
  if (!columns) return recordUnread(name, source)
  const { sheet, header } = file
  const reading = {
    ...{
      header,
      requested,
      report: isSecondReading ? noReport : report,
      onProgress: progress.counterFor(sheet),
    },
    onDamage: () => recordUnread(name, source),
  }
  for await (const rows of readRows(sheet, reading)) {
    for (const { line, cells, unread } of rows) {
      for (const [column, position] of columns) {
        const message = unread?.get(position)
        if (message !== undefined) reading.report.problem({ file: sheet.file, line, column, message })
      }
      if (cells.every((cell) => cell.trim() === '')) continue
      const row = createRow(sheet.file, line, cells, columns, report)
      if (withDeleted || !isDeleted(row)) yield row
    }
  }
}

export const isDeleted = (row: RosterRow): boolean => keyOf(row.text('status')) === 'tobedeleted'

function createRow(
  file: string,
  line: number,
  cells: string[],
  columns: Map<string, number>,
  report: Report,
): RosterRow {
  const text = (column: string) => cells[columns.get(column) ?? -1]?.trim() ?? ''
  const has = (column: string) => columns.get(column) !== -1
  const firstFilled = (first: string, second: string) =>
    text(first) === ''
      ? { column: second, isKnown: has(first) && has(second) }
      : { column: first, isKnown: true }
  const refuse =
    (column: string): Refuse =>
    (message, expected) => {
      report.problem({ file, line, column, message, ...(expected && { expected }) })
      return undefined
    }
  const parseRequired = <T>(column: string, kind: CellType<T>) =>
    text(column) === ''
      ? refuse(column)('falta el dato', kind.accepts)
      : kind.parse(text(column), refuse(column))
  return {
    ...{ file, line, text, has, firstFilled, refuse, parseRequired },
    parse: (column, kind) => (text(column) === '' ? null : parseRequired(column, kind)),
  }
}
