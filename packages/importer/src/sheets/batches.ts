import { limits } from './limits.ts'
import { type Row, type Sheet, UnreadableFileError } from './sheet.ts'
import type { OnProgress } from './source.ts'

/** The number of rows that the import may still read, from all its sheets together. */
export type RowBudget = { rows: number }

/**
 * Creates a sheet whose rows are checked against the limits, and which skips blank rows. `read` yields the rows in the
 * order of the file; rows of a second reading are not subtracted from the budget again.
 */
export function createSheet(
  known: Pick<Sheet, 'file' | 'name' | 'bytes'>,
  budget: RowBudget,
  read: (onProgress?: OnProgress) => AsyncIterable<Row[]>,
): Sheet {
  let counted = 0
  const take = (rows: number) => {
    budget.rows -= Math.max(0, rows - counted)
    counted = Math.max(counted, rows)
    return budget.rows >= 0
  }
  return { ...known, rows: (onProgress) => batchRows(known.file, read(onProgress), take) }
}

const isBlankRow = ({ cells, unread }: Row) =>
  !unread && cells.every((cell) => cell === '' || cell.trim() === '')

/** Yields the rows in batches, without blank rows, so that no blank row is taken for the header. */
async function* batchRows(
  file: string,
  rows: AsyncIterable<Row[]>,
  take: (rows: number) => boolean,
): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  let read = 0
  for await (const chunk of rows) {
    for (const row of chunk) {
      if (isBlankRow(row)) continue
      checkRowLimits(file, row)
      cleanCells(row)
      batch.push(row)
    }
    read += chunk.length
    if (!take(read))
      throw new UnreadableFileError(
        file,
        `con los demás archivos tiene más de ${limits.maxRows} filas: impórtelos por partes`,
      )
    if (batch.length < limits.rowsPerBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Matches '="007"', by which programs keep a spreadsheet from reading a text as a number. */
const PROTECTED_TEXT = /^\s*="(.*)"\s*$/s
const NUL_MESSAGE = 'tiene un carácter nulo: borre la celda y escríbala de nuevo'

/** Removes what protects a text from being read as a number: '="007"' and a leading apostrophe. Marks cells with NUL. */
function cleanCells(row: Row): void {
  const { cells } = row
  for (const [index, cell] of cells.entries()) {
    if (cell.includes('\0')) {
      row.unread ??= new Map()
      row.unread.set(index, NUL_MESSAGE)
    }
    if (cell.startsWith("'")) cells[index] = cell.slice(1)
    else if (cell.includes('="'))
      cells[index] = cell.replace(PROTECTED_TEXT, (_, inner) => inner.replaceAll('""', '"'))
  }
}

function checkRowLimits(file: string, { line, cells }: Row): void {
  while (cells.length > limits.maxColumns && cells.at(-1)?.trim() === '') cells.pop()
  if (cells.length > limits.maxColumns) throw tooWideError(file, line)
  if (cells.some((cell) => cell.length > limits.maxCellChars)) throw tooLongError(file, line)
}

export const tooWideError = (file: string, line: number) =>
  new UnreadableFileError(
    file,
    `tiene más de ${limits.maxColumns} columnas: deje solo las de la planilla`,
    line,
  )

export const tooLongError = (file: string, line: number) =>
  new UnreadableFileError(file, `una celda tiene más de ${limits.maxCellChars} caracteres: acórtela`, line)

/** Returns the error for a row or a tag that does not end within the limit. */
export const unclosedError = (file: string, line?: number) =>
  new UnreadableFileError(
    file,
    'algo no termina: revise si unas comillas (") o una etiqueta quedaron sin cerrar',
    line,
  )
