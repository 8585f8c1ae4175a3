import type { RosterIndex, SchoolClass } from './rosterIndex.ts'
import type { Output } from './rosterOutput.ts'

/** The students who are in each homeroom now. */
export function studentsByHomeroom({ stays, students }: RosterIndex): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [student, theirs] of stays) {
    for (const { homeroom, withdrawn_on } of theirs) {
      if (withdrawn_on !== null || !students.get(student)) continue
      const known = found.get(homeroom) ?? []
      if (known.length === 0) found.set(homeroom, known)
      known.push(student)
    }
  }
  return found
}

const NO_STUDENTS: ReadonlySet<string> = new Set()

/** The students who are in a class that is no homeroom; its former students once it has ended for all of them. */
export function studentsOfClass({ classStudents }: RosterIndex, classId: string): ReadonlySet<string> {
  const { current = NO_STUDENTS, former = NO_STUDENTS } = classStudents.get(classId) ?? {}
  return current.size > 0 ? current : former
}

type Taken = { students: Iterable<string>; homeroom: SchoolClass; subject: string | null }

/**
 * Writes that these students of a course take an elective; `subject` null: no other than those that the set names. A
 * set without last days cannot tell who has left, so its lists apply to new electives only.
 */
export function addElective(
  index: RosterIndex,
  output: Output,
  { students, homeroom, subject }: Taken,
): void {
  if (subject === null && !index.hasLastDays) return
  const { rbd, year } = homeroom
  for (const student of students) {
    const known = index.students.get(student)
    if (!known) continue
    const record = { rbd, year, student_rut: known.person.rut, subject }
    output.add('electivos', known.place, record, index.hasLastDays ? [] : ['subject'])
  }
}
