/** The shape of a generated school. All ids are computed from the student's id, so that no lookup is needed. */
export const school = { students: 500, courses: 14, subjects: 12, employees: 30, periods: 2 } as const

/** Assessments of a subject per year, half of them in each period. */
export const ASSESSMENTS = 8
/** The current year, because class lists of earlier years are empty. */
export const YEAR = new Date().getFullYear()
/** The number of school days in the year. */
export const CLASS_DAYS = 180

const ceil = Math.ceil

export const schoolOf = (student: number) => ceil(student / school.students)
/** Consecutive ids are siblings, so they are in different courses. */
export const courseOf = (student: number) =>
  (schoolOf(student) - 1) * school.courses + (((student - 1) % school.students) % school.courses) + 1
export const subjectOf = (course: number, position: number) => (course - 1) * school.subjects + position
export const assessmentOf = (subject: number, number: number) => (subject - 1) * ASSESSMENTS + number
export const periodOf = (ofSchool: number, number: number) => (ofSchool - 1) * school.periods + number
export const employeeOf = (ofSchool: number, number: number) => (ofSchool - 1) * school.employees + number

/** Three consecutive students belong to two families, each with two parents. */
export const familyOf = (student: number) => ceil((student * 2) / 3)
export const parentsOf = (student: number) => [familyOf(student) * 2 - 1, familyOf(student) * 2] as const

/** Returns 128 bits in hexadecimal, the form of ids of photos, documents and sessions. */
export const fileId = (kind: number, number: number) =>
  kind.toString(16).padStart(8, '0') + number.toString(16).padStart(24, '0')
export const PHOTO = 0xf0
export const BADGE = 0xba
export const DOCUMENT = 0xd0
export const SESSION = 0x5e

const MS_PER_DAY = 86_400_000
/** School days as `YYYY-MM-DD`: Monday to Friday from the first of March. */
export const classDays: readonly string[] = Array.from(
  { length: 366 },
  (_, day) => new Date(Date.UTC(YEAR, 2, 1) + day * MS_PER_DAY),
)
  .filter((date) => date.getUTCDay() % 6 !== 0)
  .slice(0, CLASS_DAYS)
  .map((date) => date.toISOString().slice(0, 10))
