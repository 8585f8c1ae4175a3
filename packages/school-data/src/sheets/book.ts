import type { LevelSchool } from '../generated/generatedSchools.ts'
import type { Attachments } from './attachments.ts'
import type { SheetName } from './headerLines.ts'
import type { Cell, SheetWriter } from './sheetWriter.ts'

type SheetOfSchool = Exclude<SheetName, 'establecimientos' | 'alumnos' | 'apoderados' | 'vinculos'>

/** Returns a school with the functions that write it into the CSV sheets of the generated set. */
export const createBook = (school: LevelSchool, sheets: SheetWriter, attachments: Attachments) => ({
  school,
  sheets,
  /** Adds a row. The first two columns of these sheets, the school's RBD and the year, are filled in before `cells`. */
  add: (sheet: SheetOfSchool, ...cells: Cell[]) =>
    sheets.add(sheet, school.rbd.number, school.year, ...cells),
  /** Returns the path of a new document for an event; null once the school has its share of documents. */
  takeDocument: () => attachments.takeDocument(school),
})
export type Book = ReturnType<typeof createBook>
