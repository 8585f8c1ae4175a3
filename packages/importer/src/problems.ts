import type { SheetName } from './sheetRecords.ts'

/** Where something stands, as the secretary finds it: 'alumnos.csv', 'colegio.xlsx › Alumnos'; line 1 is the header. */
export type RowLocation = { file: string; line: number }

/** What keeps the files from being imported. `line` and `column` are missing where the whole file is meant. */
export type Problem = {
  file: string
  line?: number
  /** As the header writes it. */
  column?: string
  /** What is wrong: 'el dígito verificador no corresponde'. Never more than 300 characters. */
  message: string
  /** What was expected: 'K', 'una fecha como 31-03-2026'. */
  expected?: string
}

/** What another row, a photo or an event may name: rows of a sheet, and documents. */
export type Named = SheetName | 'documentos'

/** Takes each problem as it is found; a warning keeps nothing from being imported. */
export type Report = {
  problem(problem: Problem): void
  warning(problem: Problem): void
  /**
   * After it was told that something which others may name is not imported, by that name; null where that could be any
   * of the sheet. What names it is then not told that it does not exist.
   */
  leftOut(what: Named, name: string | null): void
}
