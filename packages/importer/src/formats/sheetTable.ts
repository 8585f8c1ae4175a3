import type { Report } from '../problems.ts'
import type { Batch, PlacedRecord, Records, SheetName } from '../sheetRecords.ts'
import { type Row, type Sheet, UnreadableFileError } from '../sheets/sheet.ts'
import type { SheetFormat } from './column.ts'
import { readHeaders } from './headers.ts'
import { createRowReader, type RequestedScope } from './reader.ts'

/** A sheet that is not empty, with its header row. */
export type HeadedSheet = { sheet: Sheet; header: Row }

/** The header is searched in this many first rows, because a sheet may have titles above its header. */
const HEADER_SEARCH_ROWS = 10

const countFilledCells = ({ cells }: Row) => cells.filter((cell) => cell.trim() !== '').length

/** Finds the header near the top: the first row with several filled cells, or else with one. Undefined without one. */
export async function findHeader(sheet: Sheet): Promise<Row | undefined> {
  let first: Row | undefined
  let rowsRead = 0
  for await (const rows of sheet.rows()) {
    for (const row of rows) {
      if (countFilledCells(row) > 1) return row
      first ??= countFilledCells(row) > 0 ? row : undefined
      rowsRead += 1
      if (rowsRead >= HEADER_SEARCH_ROWS) return first
    }
  }
  return first
}

/** What the reading of a sheet needs besides the sheet. */
export type ReadingContext = {
  header: Row
  requested: RequestedScope
  report: Report
  onProgress: (bytes: number) => void
  /** Called if the file could not be read to its end, after this was reported as a problem. */
  onDamage?: () => void
}

/** Yields the rows below the header, in batches. A damaged file is reported as a problem and ends the rows. */
export async function* readRows(
  sheet: Sheet,
  { header, report, onProgress, onDamage }: Omit<ReadingContext, 'requested'>,
): AsyncGenerator<Row[]> {
  let lastLine = 0
  try {
    for await (const rows of sheet.rows(onProgress)) {
      lastLine = rows.at(-1)?.line ?? lastLine
      if ((rows[0]?.line ?? 0) > header.line) yield rows
      else yield rows.filter(({ line }) => line > header.line)
    }
    for (const { reference, ...lines } of sheet.merged ?? []) {
      if (lines.lastLine <= header.line || lines.firstLine > lastLine) continue
      const line = Math.max(lines.firstLine, header.line + 1)
      const message = `las celdas ${reference} están combinadas: sepárelas y escriba el dato en cada fila`
      report.problem({ file: sheet.file, line, message })
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    report.problem(error.toProblem())
    onDamage?.()
  }
}

/** Yields the records of a sheet that has one of the formats of `formats/set`, in batches. */
export async function* readTable(
  sheet: Sheet,
  format: SheetFormat,
  reading: ReadingContext,
): AsyncGenerator<Batch> {
  const { header, report } = reading
  const { file } = sheet
  // The sheet of schools may contain several schools, whichever the options request.
  const requested = format.name === 'establecimientos' ? { rbd: null, year: null } : reading.requested
  const given = new Set([...(requested.rbd ? ['rbd'] : []), ...(requested.year ? ['anio'] : [])])
  const headers = readHeaders({ file, line: header.line }, header.cells, format, given, report)
  if (!headers) return report.leftOut(format.name, null)
  const read = createRowReader(file, headers, format, requested, report)
  const onDamage = () => report.leftOut(format.name, null)
  for await (const cells of readRows(sheet, { ...reading, onDamage })) {
    const rows: PlacedRecord<Records[SheetName]>[] = []
    for (const row of cells) {
      const placed = read(row)
      if (placed) rows.push(placed)
    }
    if (rows.length > 0) yield { sheet: format.name, rows, headers: headers.written } as Batch
  }
}
