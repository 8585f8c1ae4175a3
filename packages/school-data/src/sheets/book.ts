import type { LevelSchool } from '../generated/generatedSchools.ts'
import type { SheetName } from './columns.ts'
import type { Cell, SheetWriter } from './sheetWriter.ts'

/** One school, and the writer of its sheets. */
export type Book = {
  school: LevelSchool
  sheets: SheetWriter
  /** Adds a row to a sheet whose first columns are the school and the year. */
  add(
    sheet: Exclude<SheetName, 'establecimientos' | 'alumnos' | 'apoderados' | 'vinculos'>,
    ...cells: Cell[]
  ): void
  /** Returns the name of the next document to attach; null if all are used. */
  takeDocument(): string | null
}
