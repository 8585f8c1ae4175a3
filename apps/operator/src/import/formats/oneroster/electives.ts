import type { Output } from './output.ts'
import type { RosterIndex, SchoolClass } from './rosterIndex.ts'

/** Of each homeroom, those who are in it now. */
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

const NOBODY = new Set<string>()

/** Who sits in a class now; once it is over for all of them, who sat in it to the end. */
export function sittersIn({ sitters }: RosterIndex, classId: string): ReadonlySet<string> {
  const { present, former } = sitters.get(classId) ?? { present: NOBODY, former: NOBODY }
  return present.size > 0 ? present : former
}

type Taken = { students: Iterable<string>; homeroom: SchoolClass; subject: string | null }

/**
 * That these students of a course take that elective; null: none beside those that the set says. A set that knows no
 * last days says it of a new elective alone: of one that is there somebody may have left it.
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
