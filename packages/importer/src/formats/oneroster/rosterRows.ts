import type { Report } from '../../problems.ts'
import type { RowLocation, SheetName } from '../../sheetRecords.ts'
import type { Sheet } from '../../sheets/sheet.ts'
import type { CellType, Refuse } from '../cellType.ts'
import { UNKNOWN_REPORTED_MAX } from '../headers.ts'
import type { RequestedScope } from '../reader.ts'
import { type HeadedSheet, readRows } from '../sheetTable.ts'
import { BROKEN_ACCENTS_MESSAGE, excerpt, hasBrokenAccents, normalizeName } from '../sheetText.ts'
import {
  alternativeColumns,
  type RosterFileName,
  type RosterFiles,
  rosterFileColumns,
} from './rosterFiles.ts'
import type { RosterIndex } from './rosterIndex.ts'
import type { RosterOutput } from './rosterOutput.ts'

export type RosterRow = {
  location: RowLocation
  /** The trimmed cell; '' if it is blank or the file lacks the column. */
  text(column: string): string
  has(column: string): boolean
  /**
   * Selects the first column if its cell is filled, otherwise the second. `isKnown` is false in the second case if the
   * file lacks one of the two columns, which could contain another value.
   */
  firstFilled(first: string, second: string): { column: string; isKnown: boolean }
  refuse(column: string): Refuse
  /** Returns the value of a cell: null if the cell is blank, undefined after a reported problem. */
  parse<T>(column: string, kind: CellType<T>): T | null | undefined
  /** Returns the value of a cell; undefined after a reported problem, such as a blank cell. */
  parseRequired<T>(column: string, kind: CellType<T>): T | undefined
}

/** A OneRoster set that is being read, and what its readers share. */
export type Roster = {
  files: RosterFiles
  requested: RequestedScope
  report: Report
  /** Returns the function that receives how many bytes of the sheet were read. */
  counterFor(sheet: Sheet): (bytes: number) => void
  /** Files that could not be read completely. References to an entry that such a file lacks are not reported. */
  unread: Set<RosterFileName>
  index: RosterIndex
  output: RosterOutput
}

/** The sheets whose rows the import may lack if a roster file cannot be read, and to which other rows may refer. */
export const sheetsOfFile: Partial<Record<RosterFileName, SheetName[]>> = {
  orgs: ['establecimientos'],
  academicSessions: ['periodos'],
  classes: ['cursos', 'asignaturas'],
  roles: ['funcionarios', 'alumnos', 'apoderados', 'vinculos'],
  users: ['funcionarios', 'alumnos', 'apoderados', 'vinculos'],
  enrollments: ['alumnos', 'asignaturas'],
  lineItems: ['evaluaciones'],
}

function recordUnreadFile(name: RosterFileName, { unread, report }: Roster): void {
  unread.add(name)
  for (const sheet of sheetsOfFile[name] ?? []) report.leftOut(sheet, null)
}

/** Returns the position of each column; undefined if a required column is missing, which it reports. */
function findColumns(
  name: RosterFileName,
  { sheet, header }: HeadedSheet,
  report: Report,
): Map<string, number> | undefined {
  const { required, optional, unused } = rosterFileColumns[name]
  const positions = new Map(header.cells.map((cell, index) => [normalizeName(cell), index]))
  const location = { file: sheet.file, line: header.line }
  const missing = required.filter((column) => !positions.has(normalizeName(column)))
  for (const column of missing) report.problem({ ...location, message: `falta la columna «${column}»` })
  const known = new Set([...required, ...optional, ...unused].map(normalizeName))
  const unknown = header.cells.filter((cell) => normalizeName(cell) !== '' && !known.has(normalizeName(cell)))
  for (const cell of unknown.slice(0, UNKNOWN_REPORTED_MAX))
    report.warning({
      ...location,
      column: excerpt(cell),
      message: 'no se conoce esta columna: no se importa',
    })
  for (const { first, second } of alternativeColumns.filter((pair) => pair.name === name)) {
    if (positions.has(normalizeName(first)) || !positions.has(normalizeName(second))) continue
    const message = `falta la columna «${first}»: «${second}» vale solo para filas nuevas`
    report.warning({ ...location, message })
  }
  if (missing.length > 0) return undefined
  return new Map(
    [...required, ...optional].map((column) => [column, positions.get(normalizeName(column)) ?? -1]),
  )
}

const silentReport: Report = { problem() {}, warning() {}, leftOut() {} }

/**
 * Yields the rows of a file; none if the file is missing. Deleted rows are skipped unless `withDeleted`. With
 * `isSecondReading`, problems of the header and unreadable cells are not reported again.
 */
export async function* readFileRows(
  roster: Roster,
  name: RosterFileName,
  { isSecondReading = false, withDeleted = false } = {},
): AsyncGenerator<RosterRow> {
  const file = roster.files.get(name)
  if (!file) return
  const report = isSecondReading ? silentReport : roster.report
  const columns = findColumns(name, file, report)
  if (!columns) return recordUnreadFile(name, roster)
  const { sheet, header } = file
  const onDamage = () => recordUnreadFile(name, roster)
  const reading = { header, report, onProgress: roster.counterFor(sheet), onDamage }
  for await (const rows of readRows(sheet, reading)) {
    for (const { line, cells, unread } of rows) {
      const location = { file: sheet.file, line }
      for (const [column, position] of columns) {
        const message = unread?.get(position)
        if (message !== undefined) report.problem({ ...location, column, message })
      }
      if (cells.every((cell) => cell.trim() === '')) continue
      const row = createRosterRow(location, cells, columns, roster.report)
      if (withDeleted || !isDeleted(row)) yield row
    }
  }
}

export const isDeleted = (row: RosterRow): boolean => normalizeName(row.text('status')) === 'tobedeleted'

/** Returns the entries of a cell that lists several ids. */
export const splitIds = (text: string): string[] =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)

function createRosterRow(
  location: RowLocation,
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
      report.problem({ ...location, column, message, ...(expected && { expected }) })
      return undefined
    }
  function parseRequired<T>(column: string, kind: CellType<T>): T | undefined {
    if (text(column) === '') return refuse(column)('falta el dato', kind.accepts)
    if (hasBrokenAccents(text(column))) {
      if (kind.isName) return refuse(column)(BROKEN_ACCENTS_MESSAGE)
      report.warning({ ...location, column, message: BROKEN_ACCENTS_MESSAGE })
    }
    return kind.parse(text(column), refuse(column))
  }
  return {
    location,
    text,
    has,
    firstFilled,
    refuse,
    parseRequired,
    parse: (column, kind) => (text(column) === '' ? null : parseRequired(column, kind)),
  }
}
