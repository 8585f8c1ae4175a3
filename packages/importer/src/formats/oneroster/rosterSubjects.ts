import type { Batch, FieldOf } from '../../sheetRecords.ts'
import type { RosterIndex, SchoolClass } from './rosterIndex.ts'
import type { Roster } from './rosterRows.ts'

/** Matches the names of subjects that the Ministry excludes from the average; OneRoster has no column for that. */
const UNCOUNTED_SUBJECT = /^(religi[oó]n|orientaci[oó]n|consejo de curso)\b/i

/**
 * Yields each class that is not a homeroom as a subject of the homerooms whose students are in the class, and the
 * electives of the students. The subject is an elective of a homeroom if some of the homeroom's students are not in the
 * class. Call it after the results were read, which determine the scale.
 */
export async function* readSubjects(roster: Roster): AsyncGenerator<Batch> {
  const { index, output, report, unread } = roster
  const positions = new Map<string, number>()
  const byHomeroom = groupByHomeroom(index)
  for (const [homeroom, students] of byHomeroom) {
    const course = index.classes.get(homeroom) as SchoolClass
    addElective(roster, { students, homeroom: course, subject: null })
    yield* output.full()
  }
  for (const [id, found] of index.classes) {
    if (!found || found.course) continue
    const homerooms = [...(index.homeroomsOf.get(id) ?? [])]
    if (homerooms.length === 0 && index.studentsWithoutHomeroom.size === 0 && !unread.has('enrollments'))
      report.warning({
        ...found.location,
        message: 'no se sabe de qué curso es: no tiene estudiantes con curso. No se importa',
      })
    const statedTeacher = index.teacherOf.get(id)
    const teacher = index.teachers.get(statedTeacher?.teacher ?? '')
    const scale_type = index.scaleOf.get(id) ?? 'number'
    const omitted: FieldOf<'asignaturas'>[] = ['counts_in_average']
    if (!found.isSubjectKnown) omitted.push('name')
    if (!index.hasEndDates) omitted.push('is_elective')
    if (!index.scaleOf.has(id) || !index.hasScores) omitted.push('scale_type')
    // A set that names no teacher of any class does not contain the teachers: those in the database are kept.
    if (statedTeacher ? !statedTeacher.isKnown : index.teacherOf.size === 0) omitted.push('employee_rut')
    const classStudents = studentsOfClass(index, id)
    for (const homeroom of homerooms) {
      const position = (positions.get(homeroom) ?? 0) + 1
      positions.set(homeroom, position)
      const course = index.classes.get(homeroom) as SchoolClass
      const students = byHomeroom.get(homeroom) ?? []
      const studentsTaking = students.filter((student) => classStudents.has(student))
      const is_elective = studentsTaking.length < students.length
      const { rbd, year } = course
      const record = {
        rbd,
        year,
        course: course.code,
        code: found.code,
        position,
        name: found.subject,
        scale_type,
        is_elective,
        counts_in_average: !UNCOUNTED_SUBJECT.test(found.subject),
        employee_rut: teacher?.rut ?? null,
      }
      output.add('asignaturas', found.location, record, omitted)
      if (is_elective)
        addElective(roster, { students: studentsTaking, homeroom: course, subject: found.code })
    }
    yield* output.full()
  }
}

/** Returns the ids of the current students of each homeroom, by the id of the homeroom. */
function groupByHomeroom({ stays, students }: RosterIndex): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [student, studentStays] of stays) {
    for (const { homeroom, withdrawn_on } of studentStays) {
      if (withdrawn_on !== null || !students.get(student)) continue
      const known = found.get(homeroom) ?? []
      if (known.length === 0) found.set(homeroom, known)
      known.push(student)
    }
  }
  return found
}

const NO_STUDENTS: ReadonlySet<string> = new Set()

/** Returns the current students of a class that is not a homeroom, or its former ones if all enrollments have ended. */
function studentsOfClass({ classStudents }: RosterIndex, classId: string): ReadonlySet<string> {
  const { current = NO_STUDENTS, former = NO_STUDENTS } = classStudents.get(classId) ?? {}
  return current.size > 0 ? current : former
}

type ElectiveStudents = { students: Iterable<string>; homeroom: SchoolClass; subject: string | null }

/**
 * Adds a row to the sheet electivos for each of the students. `subject` is an elective of their course that they take;
 * null states that they take no elective except those in their other rows. A set without end dates does not show who
 * has left a class: it adds no rows with null, and its other rows have `subject` as an omitted field.
 */
function addElective({ index, output }: Roster, { students, homeroom, subject }: ElectiveStudents): void {
  if (subject === null && !index.hasEndDates) return
  const { rbd, year } = homeroom
  for (const student of students) {
    const known = index.students.get(student)
    if (!known) continue
    const record = { rbd, year, student_rut: known.person.rut, subject }
    output.add('electivos', known.location, record, index.hasEndDates ? [] : ['subject'])
  }
}
