import type { LevelSchool } from '../generated/generatedSchools.ts'
import type { SheetName } from './columns.ts'
import type { Cell, SheetWriter } from './sheetWriter.ts'

/** A school, and the functions that write it into the CSV sheets of the generated set. */
export type Book = {
  school: LevelSchool
  sheets: SheetWriter
  /** Adds a row. The first two columns of these sheets, the school's RBD and the year, are filled in before `cells`. */
  add(
    sheet: Exclude<SheetName, 'establecimientos' | 'alumnos' | 'apoderados' | 'vinculos'>,
    ...cells: Cell[]
  ): void
  /** Returns the path of a new document for an event; null once the school has its share of documents. */
  takeDocument(): string | null
}
