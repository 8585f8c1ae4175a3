/**
 * `line` as a spreadsheet numbers it, from 1; cells are texts as written, trimmed by nobody yet. `unread` says by its
 * position, from 0, why a cell is blank here that shows something: an error of its formula.
 */
export type Row = { line: number; cells: string[]; unread?: Map<number, string> }

/** A table of texts: a CSV file, a sheet of a workbook, an HTML table. */
export type Sheet = {
  /** As the operator knows it: 'alumnos.csv', 'colegio.xlsx › Alumnos', 'colegio.zip › notas.csv'. */
  file: string
  /** What may name its content: the file's name without its ending, or the sheet's name. */
  name: string
  /** Of the file as it lies on the disk, for the progress bar; the sheets of one workbook share them out. */
  bytes: number
  /**
   * Streams the rows in batches of some hundred, the header the very first; may be called again for a second
   * reading. `onProgress` hears how many of `bytes` are behind. @throws {UnreadableFileError}
   */
  rows(onProgress?: (bytes: number) => void): AsyncIterable<Row[]>
}

/** A photo or document that came with the sheets. */
export type Attachment = {
  /** Its place below what was given, with '/': 'documentos/pauta.pdf'. Never leaves it ('..', absolute). */
  path: string
  bytes: number
  /** @throws {UnreadableFileError} when it is larger than the limit or its archive is damaged */
  read(): Promise<Buffer>
}

/** A file that cannot be read on: its message is fit to show, in Spanish. */
export class UnreadableFileError extends Error {
  readonly file: string
  readonly line: number | undefined

  constructor(file: string, message: string, line?: number) {
    super(message)
    this.file = file
    this.line = line
  }
}
