import { addDays } from '@apoderados/contract/values/days'
import type { Batch } from '../../sheetRecords.ts'
import { refuseYearAlone, splitCourse } from '../cells/courseCell.ts'
import { rbdCell } from '../cells/rbdCell.ts'
import { rutDigits } from '../cells/rutCell.ts'
import { codeCell, nameCell } from '../cells/textCell.ts'
import { periodIdOf, type RosterIndex } from './rosterIndex.ts'
import { homeroomCell, isoDayCell, wholeYearCell } from './rosterKinds.ts'
import { type Roster, type RosterRow, readFileRows, splitIds } from './rosterRows.ts'

/**
 * Reads orgs.csv, academicSessions.csv, courses.csv and classes.csv. Yields schools, periods and homerooms;
 * `readSubjects` yields the other classes once the enrollments are known.
 */
export async function* readSchools(roster: Roster): AsyncGenerator<Batch> {
  const { index, output } = roster
  for await (const row of readFileRows(roster, 'orgs')) addSchool(row, roster)
  const places = new Map<string, RosterRow>()
  for await (const row of readFileRows(roster, 'academicSessions')) {
    if (addSession(row, index)) places.set(row.text('sourcedId'), row)
    else {
      index.refusedSessions.add(row.text('sourcedId'))
      reportLeftOut('periodos', row, roster)
    }
  }
  addPeriods(places, roster)
  for await (const row of readFileRows(roster, 'courses'))
    index.courseTitles.set(row.text('sourcedId'), row.parse('title', nameCell) ?? '')
  for await (const row of readFileRows(roster, 'classes')) {
    addClass(row, roster)
    if (index.classes.get(row.text('sourcedId')) === null) reportLeftOut('cursos', row, roster)
    yield* output.full()
  }
}

/** Reports a rejected period or course as left out, under the code and name by which other sheets may refer to it. */
function reportLeftOut(what: 'periodos' | 'cursos', row: RosterRow, { report }: Roster): void {
  for (const name of [row.text('sourcedId'), row.text('title')]) report.leftOut(what, name)
}

function addSchool(row: RosterRow, { index, output, report }: Roster): void {
  if (row.text('type').toLowerCase() !== 'school') return
  const rbd = row.parseRequired('identifier', rbdCell)
  const title = row.parseRequired('name', nameCell)
  index.schools.set(row.text('sourcedId'), rbd && title ? rbd : null)
  if (!rbd || !title) {
    report.leftOut('establecimientos', rutDigits(row.text('identifier')))
    return
  }
  const unknown = { address: null, phone: null, time_zone: null, rounding: null, uses_weights: null }
  const omitted = Object.keys(unknown) as (keyof typeof unknown)[]
  output.add('establecimientos', row.location, { rbd, name: title, ...unknown }, omitted)
}

const SCHOOL_YEAR = /^20\d\d$/

function addSession(row: RosterRow, index: RosterIndex): boolean {
  const isWholeYear = row.parseRequired('type', wholeYearCell)
  const title = row.parseRequired('title', nameCell)
  const starts_on = row.parseRequired('startDate', isoDayCell)
  const ends_on = row.parseRequired('endDate', isoDayCell)
  if (isWholeYear === undefined || !title || !starts_on || !ends_on) return false
  const year = Number(
    SCHOOL_YEAR.test(row.text('schoolYear')) ? row.text('schoolYear') : starts_on.slice(0, 4),
  )
  const parent = row.text('parentSourcedId')
  index.sessions.set(row.text('sourcedId'), { title, isWholeYear, parent, year, starts_on, ends_on })
  return true
}

/** Adds the periods to every school, since the file does not say to which school a period belongs. */
function addPeriods(places: Map<string, RosterRow>, { index, output }: Roster): void {
  const periods = [...index.sessions].filter(([id]) => periodIdOf(index, id) === id)
  const starts = new Set(periods.map(([, { starts_on }]) => starts_on))
  for (const [id, { title, year, starts_on, ends_on: end }] of periods) {
    const row = places.get(id)
    const period = row?.parseRequired('sourcedId', codeCell)
    if (!row || !period) continue
    // In the standard, the end date is the day after the last day, but many platforms write the last day itself. An end
    // date on which another period starts follows the standard.
    const ends_on = starts.has(end) ? addDays(end, -1) : end
    for (const rbd of index.schools.values())
      if (rbd)
        output.add('periodos', row.location, { rbd, year, code: period, name: title, starts_on, ends_on })
  }
}

const sessionsOfClass = (row: RosterRow, index: RosterIndex) =>
  splitIds(row.text('termSourcedIds')).flatMap((id) => index.sessions.get(id) ?? [])

function yearOfClass(row: RosterRow, index: RosterIndex, requested: number | null): number | null {
  const [first] = sessionsOfClass(row, index)
  const all = new Set(Array.from(index.sessions.values(), ({ year }) => year))
  return first?.year ?? (all.size === 1 ? (all.values().next().value ?? null) : requested)
}

function addClass(row: RosterRow, { files, requested, unread, index, output }: Roster): void {
  const id = row.text('sourcedId')
  index.classes.set(id, null)
  const school = row.text('schoolSourcedId')
  const rbd = index.schools.get(school)
  if (rbd === undefined && !unread.has('orgs'))
    row.refuse('schoolSourcedId')('no existe ese establecimiento', 'un «school» de orgs.csv')
  const title = row.parseRequired('title', nameCell)
  const isHomeroom = row.parseRequired('classType', homeroomCell)
  const classCode = row.parseRequired('sourcedId', codeCell)
  if (!rbd || !title || isHomeroom === undefined || !classCode) return
  const year = yearOfClass(row, index, requested.year)
  const course = isHomeroom ? splitCourse(title) : undefined
  if (isHomeroom && !course) {
    row.refuse('title')('no termina con la letra del curso', 'un curso como 5° Básico A')
    return
  }
  if (course && refuseYearAlone(course.name, row.refuse('title'))) return
  const courseId = row.text('courseSourcedId')
  const subject = index.courseTitles.get(courseId) || title
  const isSubjectKnown = row.has('courseSourcedId') && (courseId === '' || files.has('courses'))
  const lastDays = sessionsOfClass(row, index).map((term) => term.ends_on)
  index.classes.set(id, {
    location: row.location,
    rbd,
    year,
    code: classCode,
    subject,
    isSubjectKnown,
    ends_on: lastDays.sort().at(-1) ?? null,
    course: course ?? null,
  })
  if (course) output.add('cursos', row.location, { rbd, year, code: classCode, ...course })
}
