import { schoolCalendar } from '../calendar/calendar.ts'
import { drawRecords } from '../generated/courseRecords.ts'
import type { SetShape } from '../generated/generatedCourses.ts'
import { drawSchools } from '../generated/generatedSchools.ts'
import { createEvent } from '../records/agendaEvent.ts'
import { schoolEvents } from '../records/schoolEvents.ts'
import { openAttachments } from './attachments.ts'
import { type Book, createBook } from './book.ts'
import type { SheetName } from './headerLines.ts'
import { writeEvents, writeRecords } from './recordSheets.ts'
import { writeCourse, writeSchool } from './schoolSheets.ts'
import { openSheetWriter } from './sheetWriter.ts'

export type SetOptions = {
  folder: string
  students: number
  schools: number
  year: number
  /** The last day with records, `YYYY-MM-DD`. */
  until: string
  seed: number
  /** True for the changed set: what the same schools would import some weeks after the first set. */
  isChanged: boolean
  photos: number
  documents: number
}

/** The number of rows of each sheet, and the numbers of files with photos and documents. */
export type SetCounts = Readonly<Record<SheetName | 'photos' | 'documents', number>>

const closingCeremony = (year: number) =>
  createEvent(`${year}-11-25`, 'Ceremonia de cierre', { time: '18:30', content: 'Salón de actos.' })

async function writeBook(book: Book, shape: SetShape): Promise<void> {
  const { calendar } = shape
  writeSchool(book)
  const added = shape.isChanged ? [closingCeremony(calendar.year)] : []
  writeEvents(book, null, [...schoolEvents(calendar), ...added])
  for (const course of book.school.courses) {
    writeCourse(book, course)
    writeRecords(book, course, drawRecords(shape, course))
    await book.sheets.flush()
  }
}

/**
 * Writes a generated set into an empty folder, course by course, so that the use of memory depends on the size of the
 * largest school, not of the set.
 */
export async function writeSet(options: SetOptions): Promise<SetCounts> {
  const calendar = schoolCalendar(options.year)
  const days = calendar.classDays.filter((day) => day <= options.until)
  const shape = { ...options, calendar, days }
  const sheets = await openSheetWriter(options.folder)
  const attachments = await openAttachments(options)
  for (const school of drawSchools(shape)) {
    await writeBook(createBook(school, sheets, attachments), shape)
    await attachments.write(school)
  }
  await sheets.close()
  return { ...sheets.counts, ...attachments.counts }
}
