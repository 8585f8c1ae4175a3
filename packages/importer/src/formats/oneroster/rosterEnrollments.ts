import { todayInChile } from '@apoderados/contract/values/days'
import type { Batch, FieldOf } from '../../sheetRecords.ts'
import type { RosterIndex, SchoolClass } from './rosterIndex.ts'
import { isoBirthdayCell, isoDayCell, sexCell } from './rosterKinds.ts'
import { isDeleted, type Roster, type RosterRow, readFileRows } from './rosterRows.ts'

/** A student's data in demographics.csv: undefined if the file lacks the column, null if the cell is blank. */
type Demographics = { birthday?: string | null; gender?: string | null }
/** The fields of a student for which OneRoster has no column. */
const UNSUPPORTED_FIELDS = ['list_number', 'social_name', 'shows_social_name', 'shares_photo'] as const

/**
 * Reads enrollments.csv: the homerooms of each student, the teacher of each class, and the students of the other
 * classes with their homerooms. Yields the students, with their data in demographics.csv.
 */
export async function* readEnrollments(roster: Roster): AsyncGenerator<Batch> {
  const { index, output } = roster
  const lastDays = Array.from(index.sessions.values(), ({ ends_on }) => ends_on).sort()
  const today = todayInChile(new Date())
  const earlierOf = (lastDay = today) => (lastDay < today ? lastDay : today)
  const endsBefore = earlierOf(lastDays.at(-1))
  for await (const row of readFileRows(roster, 'enrollments', { withDeleted: true }))
    addEnrollment(row, endsBefore, roster)
  for await (const row of readFileRows(roster, 'enrollments', { isSecondReading: true })) {
    const found = index.classes.get(row.text('classSourcedId'))
    if (!found || found.course || row.text('role').toLowerCase() !== 'student') continue
    addHomeroomsOfStudent(row, found, index)
    addClassStudent(row, index, found.ends_on === null ? endsBefore : earlierOf(found.ends_on))
  }
  const details = new Map<string, Demographics>()
  for await (const row of readFileRows(roster, 'demographics')) {
    const [birthday, gender] = [
      row.parse('birthDate', isoBirthdayCell) ?? null,
      row.parse('sex', sexCell) ?? null,
    ]
    details.set(row.text('sourcedId'), {
      ...(row.has('birthDate') && { birthday }),
      ...(row.has('sex') && { gender }),
    })
  }
  for (const id of index.students.keys()) {
    addStudent(id, details.get(id), roster)
    yield* output.full()
  }
}

function addEnrollment(row: RosterRow, endsBefore: string, roster: Roster): void {
  const { index, unread } = roster
  const [classId, user] = [row.text('classSourcedId'), row.text('userSourcedId')]
  const role = row.text('role').toLowerCase()
  const found = index.classes.get(classId)
  if (found === undefined && !isDeleted(row) && !unread.has('classes'))
    row.refuse('classSourcedId')('no existe esa clase', 'una de classes.csv')
  if (!found) {
    if (role === 'student' && !isDeleted(row)) index.studentsWithoutHomeroom.add(user)
    return
  }
  if (role === 'student' && found.course) addStay(row, classId, endsBefore, roster)
  if (role !== 'teacher' || found.course || isDeleted(row)) return
  const isPrimary = row.text('primary').toLowerCase() === 'true'
  const known = index.teacherOf.get(classId)
  const isKnown = known === undefined || known.teacher === user || row.has('primary')
  if (known) known.isKnown = isKnown
  if (!known || (isPrimary && !known.isPrimary))
    index.teacherOf.set(classId, { teacher: user, isPrimary, isKnown })
}

/**
 * Adds a student's enrollment in a homeroom. The enrollment has ended if its row is deleted, or if its end date is
 * before `endsBefore`, 'YYYY-MM-DD'. A later end date is ignored, since a withdrawal date hides the course from the
 * family at once.
 */
function addStay(row: RosterRow, homeroom: string, endsBefore: string, { index, unread }: Roster): void {
  const user = row.text('userSourcedId')
  if (!index.students.has(user)) {
    if (!isDeleted(row) && !unread.has('users'))
      row.refuse('userSourcedId')('no existe ese estudiante', 'uno de users.csv')
    return
  }
  const enrolled_on = row.parse('beginDate', isoDayCell)
  const end = row.parse('endDate', isoDayCell)
  if (enrolled_on === undefined || end === undefined) {
    index.studentsWithoutHomeroom.add(user)
    return
  }
  const omitted: FieldOf<'alumnos'>[] = row.has('beginDate') ? [] : ['enrolled_on']
  if (!row.has('endDate') && !isDeleted(row)) omitted.push('withdrawn_on')
  let withdrawn_on = end !== null && end < endsBefore ? end : null
  if (isDeleted(row)) {
    withdrawn_on = end ?? row.parse('dateLastModified', isoDayCell) ?? null
    // A deleted enrollment without a date is skipped: the import ends stored enrollments that the files do not list.
    if (withdrawn_on === null) return
  }
  const stays = index.stays.get(user) ?? []
  index.stays.set(user, [...stays, { homeroom, enrolled_on, withdrawn_on, omitted }])
}

/** Adds a student to a class, as a former student if the enrollment ended before `endsBefore`. */
function addClassStudent(row: RosterRow, index: RosterIndex, endsBefore: string): void {
  const classId = row.text('classSourcedId')
  const end = row.parse('endDate', isoDayCell)
  index.hasEndDates = row.has('endDate')
  if (end === undefined) return
  const students = index.classStudents.get(classId) ?? { current: new Set(), former: new Set() }
  const hasEnded = end !== null && end < endsBefore
  students[hasEnded ? 'former' : 'current'].add(row.text('userSourcedId'))
  index.classStudents.set(classId, students)
}

function addHomeroomsOfStudent(row: RosterRow, found: SchoolClass, index: RosterIndex): void {
  const classId = row.text('classSourcedId')
  const homerooms = index.homeroomsOf.get(classId) ?? new Set()
  for (const { homeroom, withdrawn_on } of index.stays.get(row.text('userSourcedId')) ?? [])
    if (withdrawn_on === null && index.classes.get(homeroom)?.rbd === found.rbd) homerooms.add(homeroom)
  index.homeroomsOf.set(classId, homerooms)
}

function addStudent(
  id: string,
  { birthday, gender }: Demographics = {},
  { index, output, report, unread }: Roster,
): void {
  const student = index.students.get(id)
  if (!student) return
  const { location, person } = student
  const omitted: FieldOf<'alumnos'>[] = [...UNSUPPORTED_FIELDS, ...student.omitted]
  if (birthday === undefined) omitted.push('birthday')
  if (gender === undefined) omitted.push('gender')
  const stays = index.stays.get(id) ?? []
  if (stays.length === 0) {
    report.leftOut('alumnos', person.rut)
    if (!index.studentsWithoutHomeroom.has(id) && !unread.has('enrollments'))
      report.warning({
        ...location,
        message: 'no está en ningún curso (una clase «homeroom»): no se importa',
      })
  }
  for (const { homeroom, enrolled_on, withdrawn_on, omitted: ofStay } of stays) {
    const { rbd, year, course } = index.classes.get(homeroom) as SchoolClass
    const record = {
      rbd,
      year,
      course_name: course?.name ?? '',
      letter: course?.letter ?? '',
      teaching: null,
      ...person,
      birthday: birthday ?? null,
      gender: gender ?? null,
      list_number: null,
      social_name: null,
      shows_social_name: null,
      shares_photo: null,
      enrolled_on,
      withdrawn_on,
    }
    output.add('alumnos', location, record, [...omitted, ...ofStay])
  }
}
