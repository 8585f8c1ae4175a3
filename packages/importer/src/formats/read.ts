import type { Report } from '../problems.ts'
import type { Batch } from '../sheetRecords.ts'
import { type Row, type Sheet, UnreadableFileError } from '../sheets/sheet.ts'
import { rbd } from './cells/rbdCell.ts'
import type { SheetFormat } from './column.ts'
import { foreignTable, refuseForeign } from './foreign.ts'
import { createCourseFinder, isOfficialList } from './official.ts'
import { createOwnSheets } from './oneroster/ownSheets.ts'
import { readRoster } from './oneroster/roster.ts'
import { groupRosters, isRosterFile } from './oneroster/rosterFiles.ts'
import type { Given } from './reader.ts'
import { createProgress } from './readProgress.ts'
import { isExplanation, recogniseSheet, reportUnknownSheet, sheetsNamed } from './recognise.ts'
import { findHeader, type Reading, readTable } from './sheetTable.ts'

type Headed = { sheet: Sheet; header: Row }

/** Sheets with something in them; of one that cannot be read a problem is told. */
async function openHeaders(sheets: Sheet[], report: Report): Promise<Headed[]> {
  const headed: Headed[] = []
  for (const sheet of sheets) {
    try {
      const header = await findHeader(sheet)
      if (header) headed.push({ sheet, header })
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error
      const { file, line, message } = error
      report.problem({ file, ...(line !== undefined && { line }), message })
      for (const held of sheetsNamed(sheet.name)) report.leftOut(held, null)
    }
  }
  return headed
}

function recognise(tables: Headed[], report: Report): (Headed & { format: SheetFormat })[] {
  return tables.flatMap(({ sheet, header }) => {
    if (isExplanation(sheet.name)) return []
    const foreign = foreignTable(header.cells)
    if (foreign) {
      refuseForeign(sheet.file, foreign, report)
      return []
    }
    const format = recogniseSheet(sheet.name, header.cells)
    if (!format) reportUnknownSheet(sheet.file, sheet.name, report)
    return format ? [{ sheet, header, format }] : []
  })
}

const coursesFirst = <T extends { format: SheetFormat }>(tables: T[]): T[] =>
  tables.toSorted(
    (one, other) => Number(other.format.name === 'cursos') - Number(one.format.name === 'cursos'),
  )

/** The official list of pupils comes with its courses where no sheet has them. */
async function* readWithCourses(sheet: Sheet, format: SheetFormat, reading: Reading): AsyncGenerator<Batch> {
  const findCourses = createCourseFinder()
  for await (const batch of readTable(sheet, format, reading)) {
    const courses = batch.sheet === 'alumnos' ? findCourses(batch) : undefined
    if (courses && courses.rows.length > 0) yield courses
    yield batch
  }
}

/**
 * What the sheets hold, whatever their format, in batches as they are read. Rows with a problem are told to `report`
 * and left out. `given` is what the command was asked for; `onProgress` hears how many bytes of all sheets are behind.
 */
export async function* readRecords(
  sheets: Sheet[],
  given: Given,
  report: Report,
  onProgress: (bytes: number) => void = () => {},
): AsyncGenerator<Batch> {
  const progress = createProgress(onProgress)
  const asked = { ...given, rbd: given.rbd && (rbd.parse(given.rbd, () => undefined) ?? given.rbd) }
  const headed = await openHeaders(sheets, report)
  const tables = recognise(
    headed.filter(({ sheet, header }) => !isRosterFile(sheet.name, header.cells)),
    report,
  )
  const rosters = groupRosters(headed)
  const own = createOwnSheets()
  // An empty sheet of courses, as in the template, says nothing of them.
  let hasCourses = false
  for (const { sheet, header, format } of coursesFirst(tables)) {
    const reading = { header, given: asked, report, onProgress: progress.of(sheet) }
    const bringsCourses = format.name === 'alumnos' && !hasCourses && isOfficialList(header.cells)
    for await (const batch of (bringsCourses ? readWithCourses : readTable)(sheet, format, reading)) {
      if (format.name === 'cursos' && batch.rows.length > 0) hasCourses = true
      if (rosters.length > 0) own.hear(batch)
      yield batch
    }
  }
  for (const roster of rosters)
    for await (const batch of readRoster(roster, asked, report, progress)) yield own.without(batch)
  progress.finish(sheets)
}
