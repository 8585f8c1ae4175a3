import { type SchoolCalendar, schoolCalendar } from '@apoderados/server/db/demo/calendar'
import type { SheetName } from '../import/records.ts'
import { writeCourseEvents, writeSchoolEvents } from './agenda.ts'
import { planAssessments } from './assessments.ts'
import { type Attachments, openAttachments } from './attachments.ts'
import type { Book } from './book.ts'
import { writeClassBook } from './classBook.ts'
import { writeCurriculum, writeSchool } from './curriculum.ts'
import { writeElectives } from './electives.ts'
import { writeCourseRoll, writeGuardians } from './roll.ts'
import { drawSchools, type School } from './schools.ts'
import { randomOf } from './seeds.ts'
import { openSheetWriter } from './sheetWriter.ts'

export type SetOptions = {
  folder: string
  students: number
  schools: number
  year: number
  /** The last day with records, `YYYY-MM-DD`. */
  until: string
  seed: number
  isChanged: boolean
  photos: number
  documents: number
}

export type Written = Readonly<Record<SheetName | 'photos' | 'documents', number>>

/** The days of class up to `until`, oldest first. */
export const daysUntil = (calendar: SchoolCalendar, until: string): string[] =>
  calendar.classDays.filter((day) => day <= until)

async function writeBook(book: Book, school: School): Promise<void> {
  writeSchool(book, school)
  writeGuardians(book, school.households)
  writeSchoolEvents(book)
  for (const course of school.courses) {
    const random = randomOf(book.seed, Number(school.rbd.number), course.index)
    const assessments = planAssessments(random, course, book.calendar)
    writeCurriculum(book, course, assessments)
    writeCourseRoll(book, course)
    writeElectives(book, course)
    writeClassBook(book, course, assessments)
    writeCourseEvents(book, course, assessments)
    await book.sheets.flush()
  }
}

/** Writes the set into an empty folder, course by course: its memory does not grow with its size. */
export async function writeSet(options: SetOptions): Promise<Written> {
  const calendar = schoolCalendar(options.year)
  const days = daysUntil(calendar, options.until)
  const sheets = await openSheetWriter(options.folder)
  const attachments = await openAttachments(options)
  for (const school of drawSchools({ ...options, days })) {
    await writeBook(openBook(options, { calendar, days, sheets, attachments, school }), school)
    await attachments.write(school)
  }
  await sheets.close()
  return { ...sheets.counts, ...attachments.counts }
}

type Opened = Pick<Book, 'calendar' | 'days' | 'sheets'> & { attachments: Attachments; school: School }

function openBook({ seed, isChanged }: SetOptions, { attachments, school, ...shared }: Opened): Book {
  const rbd = school.rbd.number
  return {
    ...shared,
    rbd,
    seed,
    isChanged,
    add: (sheet, ...cells) => shared.sheets.add(sheet, rbd, shared.calendar.year, ...cells),
    takeDocument: () => attachments.takeDocument(school),
  }
}
