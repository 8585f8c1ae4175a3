import type { LevelSchool } from '../generated/generatedCourses.ts'
import type { Attachments } from './attachments.ts'
import type { SheetName } from './headerLines.ts'
import type { Cell, SheetWriter } from './sheetWriter.ts'

/** A sheet whose first two columns are the school's RBD and the year. */
type SchoolYearSheet = Exclude<SheetName, 'establecimientos' | 'alumnos' | 'apoderados' | 'vinculos'>

/** Returns the book of a school: the school, the set's CSV sheets, and functions that add its rows and documents. */
export const createBook = (school: LevelSchool, sheets: SheetWriter, attachments: Attachments) => ({
  school,
  sheets,
  /** Adds a row to the sheet: the school's RBD and the year, then `cells`. */
  add: (sheet: SchoolYearSheet, ...cells: Cell[]) =>
    sheets.add(sheet, school.rbd.number, school.year, ...cells),
  /** Returns the path of a new document for an event; null once the school has its share of documents. */
  takeDocument: () => attachments.takeDocument(school),
})
export type Book = ReturnType<typeof createBook>
