import type { Report } from '../problems.ts'
import type { Batch, Placed, Records, SheetName } from '../sheetRecords.ts'
import { type Row, type Sheet, UnreadableFileError } from '../sheets/sheet.ts'
import type { SheetFormat } from './column.ts'
import { readHeaders } from './headers.ts'
import { createReader, type RequestedScope } from './reader.ts'

/** A sheet that is not empty. */
export type HeadedSheet = { sheet: Sheet; header: Row }

/** The number of rows in which the header is searched, because a sheet may have titles above its header. */
const TITLE_ROWS_MAX = 10

const filledCells = ({ cells }: Row) => cells.filter((cell) => cell.trim() !== '').length

/**
 * Finds the header row near the top: the first row with more than one filled cell, or else the first row. Undefined if
 * the sheet is empty.
 */
export async function findHeader(sheet: Sheet): Promise<Row | undefined> {
  let first: Row | undefined
  let rowsRead = 0
  for await (const rows of sheet.rows()) {
    for (const row of rows) {
      if (filledCells(row) > 1) return row
      first ??= filledCells(row) > 0 ? row : undefined
      rowsRead += 1
      if (rowsRead >= TITLE_ROWS_MAX) return first
    }
  }
  return first
}

export type Reading = {
  header: Row
  requested: RequestedScope
  report: Report
  onProgress: (bytes: number) => void
  /** Called if the file could not be read to its end, after this was reported as a problem. */
  onDamage?: () => void
}

/** Yields the rows below the header. A damaged file is reported as a problem and ends the rows. */
export async function* readRows(
  sheet: Sheet,
  { header, report, onProgress, onDamage }: Omit<Reading, 'requested'>,
): AsyncGenerator<Row[]> {
  try {
    for await (const rows of sheet.rows(onProgress)) {
      if ((rows[0]?.line ?? 0) > header.line) yield rows
      else yield rows.filter(({ line }) => line > header.line)
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    const { file, line, message } = error
    report.problem({ file, ...(line !== undefined && { line }), message })
    onDamage?.()
  }
}

/** Reads a sheet of the school's own set, in batches. */
export async function* readTable(sheet: Sheet, format: SheetFormat, reading: Reading): AsyncGenerator<Batch> {
  const { header, report } = reading
  const { file } = sheet
  // The sheet of schools states all schools of the set, whichever school the options request.
  const requested = format.name === 'establecimientos' ? { rbd: null, year: null } : reading.requested
  const given = new Set([...(requested.rbd ? ['rbd'] : []), ...(requested.year ? ['anio'] : [])])
  const headers = readHeaders({ file, line: header.line }, header.cells, format, given, report)
  if (!headers) return report.leftOut(format.name, null)
  const read = createReader(file, headers, format, requested, report)
  const onDamage = () => report.leftOut(format.name, null)
  for await (const cells of readRows(sheet, { ...reading, onDamage })) {
    const rows: Placed<Records[SheetName]>[] = []
    for (const row of cells) {
      const placed = read(row)
      if (placed) rows.push(placed)
    }
    if (rows.length > 0) yield { sheet: format.name, rows, headers: headers.written } as Batch
  }
}
