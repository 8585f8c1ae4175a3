/** The texts by which students are sorted: school, course and name. Without a course, its fields are null. */
export type StudentSortKey = {
  school: string
  course_name: string | null
  letter: string | null
  last_name: string
  second_last_name: string | null
  name: string
}

const spanishCollator = new Intl.Collator('es-CL', { numeric: true })
const LEVEL_PATTERNS = [/pre-?k[ií]nder/i, /k[ií]nder/i, /b[aá]sic/i, /medi[oa]/i]

/** Returns the rank of a level: Prekínder, Kínder, Básico, Medio, other names, then students without a course. */
function levelRankOf(course_name: string | null): number {
  if (course_name === null) return LEVEL_PATTERNS.length + 1
  const level = LEVEL_PATTERNS.findIndex((pattern) => pattern.test(course_name))
  return level < 0 ? LEVEL_PATTERNS.length : level
}

/** Compares students by school, then course, then surnames and name, in Spanish alphabetical order. */
export function compareStudents(one: StudentSortKey, other: StudentSortKey): number {
  const compare = (field: Exclude<keyof StudentSortKey, 'school'>) =>
    spanishCollator.compare(one[field] ?? '', other[field] ?? '')
  return (
    spanishCollator.compare(one.school, other.school) ||
    levelRankOf(one.course_name) - levelRankOf(other.course_name) ||
    compare('course_name') ||
    compare('letter') ||
    compare('last_name') ||
    compare('second_last_name') ||
    compare('name')
  )
}
