import type { Problem } from '../problems.ts'

/**
 * A row of a sheet. `line` is its number in the spreadsheet, from 1. Cells are texts as written, not trimmed. `unread`
 * maps the positions of unreadable cells, from 0, to the reason: an error of their formula.
 */
export type Row = { line: number; cells: string[]; unread?: Map<number, string> }

/** Cells that a spreadsheet shows as one, of which only the first has a value: 'B2:B3', in the lines 2 to 3. */
export type MergedRange = { reference: string; firstLine: number; lastLine: number }

/** A table of texts: a CSV file, a sheet of a workbook, an HTML table. */
export type Sheet = {
  /** The name that the operator sees: 'alumnos.csv', 'colegio.xlsx › Alumnos', 'colegio.zip › notas.csv'. */
  file: string
  /** The file's name without its extension, or the sheet's name; it may show what the sheet contains. */
  name: string
  /** The file's size on the disk, for the progress bar; the sheets of a workbook divide it among them. */
  bytes: number
  /**
   * Yields the rows that are not blank, from the first one, in batches of some hundreds. It may be called again for
   * another reading. `onProgress` receives how many of `bytes` were read so far.
   * @throws {UnreadableFileError}
   */
  rows(onProgress?: (bytes: number) => void): AsyncIterable<Row[]>
  /** Known once all rows were read. */
  merged?: readonly MergedRange[]
}

/** A photo or document that was delivered with the sheets. */
export type Attachment = {
  /** The name that the operator sees, of a delivered file: 'fotos.zip › fotos/1-9.jpg'. */
  file?: string
  /** The path relative to the delivered folder or archive, with '/', never absolute or with '..': 'fotos/1-9.jpg'. */
  path: string
  bytes: number
  /** Reads the whole file. @throws {UnreadableFileError} if the file is too large, or its archive is damaged */
  read(): Promise<Buffer>
}

/** Thrown if a file cannot be read, or not completely. The message is a Spanish text for the operator. */
export class UnreadableFileError extends Error {
  readonly file: string
  readonly line: number | undefined

  constructor(file: string, message: string, line?: number) {
    super(message)
    this.file = file
    this.line = line
  }

  toProblem(): Problem {
    const { file, message, line } = this
    return { file, message, ...(line !== undefined && { line }) }
  }
}
