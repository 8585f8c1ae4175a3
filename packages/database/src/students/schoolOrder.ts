/** The sort keys of a student: school, course (null without one), and name. */
export type StudentSortKey = {
  school: string
  course_name: string | null
  letter: string | null
  last_name: string
  second_last_name: string | null
  name: string
}

const spanishOrder = new Intl.Collator('es-CL', { numeric: true })
const LEVELS = [/pre-?k[ií]nder/i, /k[ií]nder/i, /b[aá]sic/i, /medi[oa]/i]

/**
 * Returns the rank of a course's level: Prekínder, Kínder, Básico, Medio, then courses with other names, then students
 * without a course.
 */
function levelOf(course_name: string | null): number {
  if (course_name === null) return LEVELS.length + 1
  const level = LEVELS.findIndex((pattern) => pattern.test(course_name))
  return level < 0 ? LEVELS.length : level
}

/** Compares by school, then course, then surname in Spanish alphabetical order. */
export function compareStudents(one: StudentSortKey, other: StudentSortKey): number {
  const compare = (field: Exclude<keyof StudentSortKey, 'school'>) =>
    spanishOrder.compare(one[field] ?? '', other[field] ?? '')
  return (
    spanishOrder.compare(one.school, other.school) ||
    levelOf(one.course_name) - levelOf(other.course_name) ||
    compare('course_name') ||
    compare('letter') ||
    compare('last_name') ||
    compare('second_last_name') ||
    compare('name')
  )
}
