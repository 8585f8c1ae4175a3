import type { Report } from '../problems.ts'
import type { PlacedRecord, Records, SheetName } from '../sheetRecords.ts'
import type { Row } from '../sheets/sheet.ts'
import type { Refuse } from './cellType.ts'
import {
  type Column,
  exampleRow,
  type FormatRow,
  hasInventedExample,
  omittedFields,
  type SheetFormat,
} from './column.ts'
import type { SheetHeaders } from './headers.ts'
import { BROKEN_ACCENTS_MESSAGE, excerpt, hasBrokenAccents } from './sheetText.ts'

/** The school and year of the command's options, for rows that state none; rows that state others are rejected. */
export type RequestedScope = { rbd: string | null; year: number | null }

type RowReader = (cells: Row) => PlacedRecord<Records[SheetName]> | undefined
/** The line and column that are being read, and the number of problems in that line. */
type ReadState = { line: number; column: string; problems: number }

const EXAMPLE_MESSAGE = 'es la fila de ejemplo del conjunto vacío: bórrela'

const isBlank = (cell: string) => cell.trim() === ''

function createFormatRow(
  file: string,
  state: ReadState,
  { written }: SheetHeaders,
  report: Report,
): FormatRow {
  const has = (name: string) => written.has(name)
  const problemOf = (message: string, expected?: string) => ({
    file,
    line: state.line,
    column: written.get(state.column) ?? state.column,
    message,
    ...(expected && { expected }),
  })
  const refuse: Refuse = (message, expected) => {
    state.problems += 1
    report.problem(problemOf(message, expected))
    return undefined
  }
  const counts = new Map<string, number>()
  return {
    refuseAt(name, otherwise = name) {
      state.column = has(name) ? name : otherwise
      return refuse
    },
    warn(name, message, expected) {
      state.column = name
      report.warning(problemOf(message, expected))
    },
    has,
    count(key) {
      const next = (counts.get(key) ?? 0) + 1
      counts.set(key, next)
      return next
    },
  }
}

/** Returns a function that turns a row into a record; into undefined if the row is blank or has reported problems. */
export function createRowReader(
  file: string,
  headers: SheetHeaders,
  format: SheetFormat,
  requested: RequestedScope,
  report: Report,
): RowReader {
  const names = Object.keys(format.columns)
  const columns = Object.values(format.columns)
  const { indexes, texts, untitled } = headers
  const width = texts.length
  const state: ReadState = { line: 0, column: '', problems: 0 }
  const row = createFormatRow(file, state, headers, report)
  const omitted = omittedFields(format, row.has)
  const refuse = row.refuseAt('')
  const values: Record<string, unknown> = {}

  /** The template's example by position, which is -1 for a column that the sheet lacks. */
  const example = exampleRow(format).map(
    ([name, text]) => [indexes[names.indexOf(name)] ?? -1, text] as const,
  )
  const canTellExample = hasInventedExample(format) && example.every(([position]) => position !== -1)
  const isExample = ({ cells }: Row) =>
    canTellExample && example.every(([position, text]) => (cells[position] ?? '').trim() === text)

  function parseText(kind: Column['kind'], text: string): unknown {
    if (hasBrokenAccents(text)) {
      if (kind.isName) return refuse(BROKEN_ACCENTS_MESSAGE) ?? null
      row.warn(state.column, BROKEN_ACCENTS_MESSAGE)
    }
    return kind.parse(text, refuse) ?? null
  }
  function readCells({ cells, unread }: Row): void {
    for (let index = 0; index < columns.length; index += 1) {
      const name = names[index] as string
      const { kind, isRequired, mayBeBlank, ifBlank = 'falta el dato' } = columns[index] as Column
      const position = indexes[index] as number
      const text = (cells[position] ?? '').trim()
      const unreadReason = unread?.get(position)
      state.column = name
      const isPlaceholder = kind.isPlaceholder?.(text) ?? false
      if (unreadReason !== undefined) refuse(unreadReason)
      else if (text !== '' && !isPlaceholder) values[name] = parseText(kind, text)
      else {
        values[name] = null
        if (isRequired && !mayBeBlank && position !== -1) refuse(ifBlank, kind.accepts)
        else if (isPlaceholder)
          row.warn(name, `«${excerpt(text)}» no es un nombre: se lee como una celda vacía`)
      }
    }
  }
  /** Reports filled cells without a column: they come from an extra separator, or are notes beside the table. */
  function checkStrayCells({ cells, unread }: Row): void {
    const hasMore = cells.length > width && !cells.slice(width).every(isBlank)
    const isFilled = (position: number) => !isBlank(cells[position] ?? '') || unread?.has(position)
    if (!hasMore && !untitled.some(isFilled)) return
    state.problems += 1
    report.problem({
      file,
      line: state.line,
      message: 'hay una celda con datos en una columna sin encabezado',
    })
  }
  function reportLeftOut({ cells }: Row): void {
    const cell = (name: string) => cells[indexes[names.indexOf(name)] ?? -1]?.trim() ?? ''
    for (const name of format.names?.(cell) ?? []) if (name !== '') report.leftOut(format.name, name)
  }
  function inScope(name: string, requestedValue: string | number | null): unknown {
    const value = values[name] ?? requestedValue
    return requestedValue === null || value === requestedValue
      ? value
      : row.refuseAt(name)('no es lo que se pidió importar', String(requestedValue))
  }

  return (cellsOfRow) => {
    const { line, cells, unread } = cellsOfRow
    if (!unread && cells.every(isBlank)) return undefined
    state.line = line
    state.problems = 0
    if (isExample(cellsOfRow)) {
      state.problems += 1
      report.problem({ file, line, message: EXAMPLE_MESSAGE })
    }
    readCells(cellsOfRow)
    if (cells.length > width || untitled.length > 0) checkStrayCells(cellsOfRow)
    if (state.problems === 0) {
      values.rbd = inScope('rbd', requested.rbd)
      values.anio = inScope('anio', requested.year)
      const record = format.toRecord(values, row)
      if (record && state.problems === 0) return { location: { file, line }, record, omitted }
    }
    reportLeftOut(cellsOfRow)
    return undefined
  }
}
