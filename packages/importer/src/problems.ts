import type { SheetName } from './sheetRecords.ts'

/** A row's position as the secretary sees it: in 'alumnos.csv' or 'colegio.xlsx › Alumnos'. Lines count from 1. */
export type RowLocation = { file: string; line: number }

/** A problem or a warning. `line` and `column` are missing if it concerns the whole file. */
export type Problem = {
  file: string
  line?: number
  /** The column's header, as written in the file. */
  column?: string
  /** The problem: 'el dígito verificador no corresponde'. At most 300 characters. */
  message: string
  /** The expected value: 'K', 'una fecha como 31-03-2026'. */
  expected?: string
}

/** What rows and photos may refer to: the rows of a sheet, or the document files that the agenda names. */
export type Referable = SheetName | 'documentos'

/** Receives problems as they are found. A problem prevents the import; a warning does not. */
export type Report = {
  problem(problem: Problem): void
  warning(problem: Problem): void
  /**
   * Records that a row or document to which others may refer is not imported, after its own problem was reported.
   * References to it are then not reported as missing. `name` null means any row of the sheet.
   */
  leftOut(what: Referable, name: string | null): void
}
