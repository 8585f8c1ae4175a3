import type { Report } from '../../problems.ts'
import type { SheetName } from '../../sheetRecords.ts'
import type { CellType, Refuse } from '../cellType.ts'
import type { Given } from '../reader.ts'
import type { Progress } from '../readProgress.ts'
import { readRows } from '../sheetTable.ts'
import { excerpt, keyOf } from '../sheetText.ts'
import { type FileName, files, type RosterFile, type RosterFiles, standIns } from './rosterFiles.ts'

type ColumnOf<Name extends FileName> =
  | (typeof files)[Name]['required'][number]
  | (typeof files)[Name]['optional'][number]

/** A row of one of the files. */
export type RosterRow<Column extends string = string> = {
  file: string
  line: number
  /** Trimmed; '' where it is blank or the file lacks the column. */
  text(column: Column): string
  has(column: Column): boolean
  /** The first of two columns that is filled. `isKnown` is false where a missing column could say otherwise. */
  either(first: Column, second: Column): { column: Column; isKnown: boolean }
  refuse(column: Column): Refuse
  /** Null for a blank one; undefined after a problem was told. */
  parse<T>(column: Column, kind: CellType<T>): T | null | undefined
  /** Undefined after a problem was told, as of a blank one. */
  need<T>(column: Column, kind: CellType<T>): T | undefined
}

export type RosterSource = {
  files: RosterFiles
  given: Given
  report: Report
  progress: Progress
  /** Files that could not be read, or not to their end: what they lack is no further problem. */
  unread: Set<FileName>
}

/** What the rows of a file are of in the school's own sheets. */
export const heldBy: Partial<Record<FileName, SheetName[]>> = {
  orgs: ['establecimientos'],
  academicSessions: ['periodos'],
  classes: ['cursos', 'asignaturas'],
  roles: ['funcionarios', 'alumnos', 'apoderados', 'vinculos'],
  users: ['funcionarios', 'alumnos', 'apoderados', 'vinculos'],
  enrollments: ['alumnos', 'asignaturas'],
  lineItems: ['evaluaciones'],
}

function noteUnread(name: FileName, { unread, report }: RosterSource): void {
  unread.add(name)
  for (const sheet of heldBy[name] ?? []) report.leftOut(sheet, null)
}

const UNKNOWN_COLUMNS_REPORTED_MAX = 20

/** Where each column stands; undefined after a missing one was told. */
function findColumns(
  name: FileName,
  { sheet, header }: RosterFile,
  report: Report,
): Map<string, number> | undefined {
  const { required, optional, unused } = files[name]
  const positions = new Map(header.cells.map((cell, index) => [keyOf(cell), index]))
  const place = { file: sheet.file, line: header.line }
  const missing = required.filter((column) => !positions.has(keyOf(column)))
  for (const column of missing) report.problem({ ...place, message: `falta la columna «${column}»` })
  const known = new Set([...required, ...optional, ...unused].map(keyOf))
  const strange = header.cells.filter((cell) => keyOf(cell) !== '' && !known.has(keyOf(cell)))
  for (const cell of strange.slice(0, UNKNOWN_COLUMNS_REPORTED_MAX))
    report.warning({ ...place, column: excerpt(cell), message: 'no se conoce esta columna: no se importa' })
  for (const { first, second } of standIns.filter((pair) => pair.name === name)) {
    if (positions.has(keyOf(first)) || !positions.has(keyOf(second))) continue
    const message = `falta la columna «${first}»: «${second}» vale solo para filas nuevas`
    report.warning({ ...place, message })
  }
  if (missing.length > 0) return undefined
  return new Map([...required, ...optional].map((column) => [column, positions.get(keyOf(column)) ?? -1]))
}

const silent: Report = { problem() {}, warning() {}, leftOut() {} }

/**
 * The rows of a file, none if it is not there. Those to be deleted are left out unless asked for. With `isAgain` it
 * was read before, and what its headers lack has been told.
 */
export async function* rowsOf<Name extends FileName>(
  source: RosterSource,
  name: Name,
  { isAgain = false, withDeleted = false } = {},
): AsyncGenerator<RosterRow<ColumnOf<Name>>> {
  const { files: found, given, report, progress } = source
  const file = found.get(name)
  if (!file) return
  const columns = findColumns(name, file, isAgain ? silent : report)
  if (!columns) return noteUnread(name, source)
  const { sheet, header } = file
  const reading = {
    ...{ header, given, report: isAgain ? silent : report, onProgress: progress.of(sheet) },
    onDamage: () => noteUnread(name, source),
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
  const either = (first: string, second: string) =>
    text(first) === ''
      ? { column: second, isKnown: has(first) && has(second) }
      : { column: first, isKnown: true }
  const refuse =
    (column: string): Refuse =>
    (message, expected) => {
      report.problem({ file, line, column, message, ...(expected && { expected }) })
      return undefined
    }
  const need = <T>(column: string, kind: CellType<T>) =>
    text(column) === ''
      ? refuse(column)('falta el dato', kind.accepts)
      : kind.parse(text(column), refuse(column))
  return {
    ...{ file, line, text, has, either, refuse, need },
    parse: (column, kind) => (text(column) === '' ? null : need(column, kind)),
  }
}
