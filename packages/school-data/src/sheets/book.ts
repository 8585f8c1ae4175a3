import type { LevelSchool } from '../generated/generatedSchools.ts'
import type { SheetName } from './columns.ts'
import type { Cell, SheetWriter } from './sheetWriter.ts'

/** A school's sheets. */
export type Book = {
  school: LevelSchool
  sheets: SheetWriter
  /** Under the school and the year that head most sheets. */
  add(
    sheet: Exclude<SheetName, 'establecimientos' | 'alumnos' | 'apoderados' | 'vinculos'>,
    ...cells: Cell[]
  ): void
  /** Documents still to be given out. */
  takeDocument(): string | null
}
