import type { SheetName } from './sheetRecords.ts'

/** A problem or a warning. `line` is missing if it concerns the whole file, `column` if it concerns a whole row. */
export type Problem = {
  file: string
  line?: number
  /** The column's header, as written in the file. */
  column?: string
  /** What is wrong: 'el dígito verificador no corresponde'. At most 300 characters. */
  message: string
  /** What the cell, row or file should contain: 'K', 'una fecha como 31-03-2026'. */
  expected?: string
}

/** What rows and photos may refer to: the rows of a sheet, or the document files that the agenda names. */
export type ReferenceTarget = SheetName | 'documentos'

/** Receives problems as they are found. A problem prevents the import; a warning does not. */
export type Report = {
  problem(problem: Problem): void
  warning(problem: Problem): void
  /**
   * Records that a row or document to which others may refer is not imported, after its own problem was reported.
   * References to it by `name` are then not reported as missing; if `name` is null, no references to the sheet are.
   */
  leftOut(what: ReferenceTarget, name: string | null): void
}
