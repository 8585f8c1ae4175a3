/** A student's place in the school: its name, the course if any, and how the class list has them. */
export type CoursePosition = {
  school: string
  course_name: string | null
  letter: string | null
  last_name: string
  second_last_name: string | null
  name: string
}

const inSpanish = new Intl.Collator('es-CL', { numeric: true })
const LEVELS = [/pre-?k[ií]nder/i, /k[ií]nder/i, /b[aá]sic/i, /medi[oa]/i]

/** Prekínder, Kínder, 1° to 8° Básico, 1° to 4° Medio; then what a school calls otherwise, then no course. */
function levelOf(course_name: string | null): number {
  if (course_name === null) return LEVELS.length + 1
  const level = LEVELS.findIndex((pattern) => pattern.test(course_name))
  return level < 0 ? LEVELS.length : level
}

/** By school, course, and within it by surname as Spanish sorts them. */
export function comparePlaces(one: CoursePosition, other: CoursePosition): number {
  const compare = (field: Exclude<keyof CoursePosition, 'school'>) =>
    inSpanish.compare(one[field] ?? '', other[field] ?? '')
  return (
    inSpanish.compare(one.school, other.school) ||
    levelOf(one.course_name) - levelOf(other.course_name) ||
    compare('course_name') ||
    compare('letter') ||
    compare('last_name') ||
    compare('second_last_name') ||
    compare('name')
  )
}
