import type { Report } from '../problems.ts'
import type { Batch } from '../sheetRecords.ts'
import { type Sheet, UnreadableFileError } from '../sheets/sheet.ts'
import { rbdCell } from './cells/rbdCell.ts'
import type { SheetFormat } from './column.ts'
import { refusePublicDataSet } from './foreign.ts'
import { findMatrix, readMatrix } from './matrix.ts'
import { createCourseDeriver, isOfficialList } from './official.ts'
import { createOwnPeople } from './oneroster/ownSheets.ts'
import { readRoster } from './oneroster/roster.ts'
import { groupRosters, isRosterFile } from './oneroster/rosterFiles.ts'
import type { RequestedScope } from './reader.ts'
import { isExplanationSheet, recogniseSheet, reportUnknownSheet, sheetsInName } from './recognise.ts'
import { findHeader, type HeadedSheet, type ReadingContext, readTable } from './sheetTable.ts'

/** Returns the sheets that are not empty, with their header rows; reports sheets that cannot be read. */
async function findHeaders(sheets: Sheet[], report: Report): Promise<HeadedSheet[]> {
  const headed: HeadedSheet[] = []
  for (const sheet of sheets) {
    try {
      const header = await findHeader(sheet)
      if (header) headed.push({ sheet, header })
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error
      report.problem(error.toProblem())
      for (const sheetName of sheetsInName(sheet.name)) report.leftOut(sheetName, null)
    }
  }
  return headed
}

function recogniseTables(
  tables: HeadedSheet[],
  report: Report,
  onRecognised: OnRecognised,
): (HeadedSheet & { format: SheetFormat })[] {
  return tables.flatMap(({ sheet, header }) => {
    if (isExplanationSheet(sheet.name) || refusePublicDataSet(sheet.file, header.cells, report)) return []
    const format = recogniseSheet(sheet.name, header.cells)
    if (!format) reportUnknownSheet(sheet.file, sheet.name, report)
    else onRecognised(sheet.file, isOfficialList(header.cells) ? 'nómina de SIGE' : format.name)
    return format ? [{ sheet, header, format }] : []
  })
}

/** Called with the name of what a sheet was recognised as: 'notas', 'nómina de SIGE'. */
type OnRecognised = (file: string, what: string) => void

const sortCoursesFirst = <T extends { format: SheetFormat }>(tables: T[]): T[] =>
  tables.toSorted(
    (one, other) => Number(other.format.name === 'cursos') - Number(one.format.name === 'cursos'),
  )

/** Creates byte counters of sheets; a second reading is not counted. `onProgress` receives the total of all sheets. */
function createByteCounters(onProgress: (bytes: number) => void) {
  const bytesRead = new Map<Sheet, number>()
  let total = 0
  return (sheet: Sheet) => (bytes: number) => {
    const before = bytesRead.get(sheet) ?? 0
    if (bytes <= before) return
    bytesRead.set(sheet, bytes)
    total += bytes - before
    onProgress(total)
  }
}

/** Reads the Ministry's list of pupils, and derives the courses from it. */
async function* readWithCourses(
  sheet: Sheet,
  format: SheetFormat,
  reading: ReadingContext,
): AsyncGenerator<Batch> {
  const findCourses = createCourseDeriver()
  for await (const batch of readTable(sheet, format, reading)) {
    const courses = batch.sheet === 'alumnos' ? findCourses(batch) : undefined
    if (courses && courses.rows.length > 0) yield courses
    yield batch
  }
}

/**
 * Yields the records of the sheets, of any format, in batches while the sheets are read. Rows with a problem are
 * reported and skipped. `requested` contains the school and year of the command's options. `onProgress` receives the
 * number of bytes that were read so far.
 */
export async function* readRecords(
  sheets: Sheet[],
  requested: RequestedScope,
  report: Report,
  onProgress: (bytes: number) => void = () => {},
  onRecognised: OnRecognised = () => {},
): AsyncGenerator<Batch> {
  const counterFor = createByteCounters(onProgress)
  const scope = {
    ...requested,
    rbd: requested.rbd && (rbdCell.parse(requested.rbd, () => undefined) ?? requested.rbd),
  }
  const headed = await findHeaders(sheets, report)
  const plain = headed.filter((each) => !isRosterFile(each))
  for (const { sheet } of headed.filter(isRosterFile)) onRecognised(sheet.file, 'OneRoster')
  const matrices = plain.map((each) => findMatrix(each)).filter((each) => each !== undefined)
  for (const { sheet, matrix } of matrices)
    onRecognised(
      sheet.file,
      `${matrix.format.name} (${matrix.name === 'fecha' ? 'matriz de días' : 'matriz'})`,
    )
  const tables = recogniseTables(
    plain.filter(({ sheet }) => !matrices.some((each) => each.sheet === sheet)),
    report,
    onRecognised,
  )
  const rosters = groupRosters(headed)
  const ownSheets = createOwnPeople()
  // An empty sheet of courses, as in the template, does not count as a source of courses.
  let hasCourses = false
  for (const { sheet, header, format } of sortCoursesFirst(tables)) {
    const reading = { header, requested: scope, report, onProgress: counterFor(sheet) }
    const bringsCourses = format.name === 'alumnos' && !hasCourses && isOfficialList(header.cells)
    for await (const batch of (bringsCourses ? readWithCourses : readTable)(sheet, format, reading)) {
      if (format.name === 'cursos' && batch.rows.length > 0) hasCourses = true
      if (rosters.length > 0) ownSheets.add(batch)
      yield batch
    }
  }
  for (const each of matrices) {
    const { sheet, header } = each
    yield* readMatrix(each, { header, requested: scope, report, onProgress: counterFor(sheet) })
  }
  for (const roster of rosters)
    for await (const batch of readRoster(roster, { requested: scope, report, counterFor }))
      yield ownSheets.removeKnown(batch)
  for (const sheet of sheets) counterFor(sheet)(sheet.bytes)
}
