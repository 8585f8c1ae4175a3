import type { RosterIndex, SchoolClass } from './rosterIndex.ts'
import type { RosterOutput } from './rosterOutput.ts'

/** Returns the current students of each homeroom. */
export function studentsByHomeroom({ stays, students }: RosterIndex): Map<string, string[]> {
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
export function studentsOfClass({ classStudents }: RosterIndex, classId: string): ReadonlySet<string> {
  const { current = NO_STUDENTS, former = NO_STUDENTS } = classStudents.get(classId) ?? {}
  return current.size > 0 ? current : former
}

type ElectiveStudents = { students: Iterable<string>; homeroom: SchoolClass; subject: string | null }

/**
 * Adds a row to the sheet electivos for each of the students. `subject` is an elective of their course that they take;
 * null states that they take no elective except those in their other rows. A set without end dates does not show who
 * has left a class, so it adds no rows with null, and its other rows apply only to electives that are not stored yet.
 */
export function addElective(
  index: RosterIndex,
  output: RosterOutput,
  { students, homeroom, subject }: ElectiveStudents,
): void {
  if (subject === null && !index.hasEndDates) return
  const { rbd, year } = homeroom
  for (const student of students) {
    const known = index.students.get(student)
    if (!known) continue
    const record = { rbd, year, student_rut: known.person.rut, subject }
    output.add('electivos', known.location, record, index.hasEndDates ? [] : ['subject'])
  }
}
