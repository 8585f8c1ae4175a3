/** The numbers of rows of each generated school. Their ids are computed from a student's id, without a lookup. */
export const rowsPerSchool = { students: 500, courses: 14, subjects: 12, employees: 30, periods: 2 } as const

/** The number of assessments of a subject per year, half of them in each period. */
export const ASSESSMENTS_PER_SUBJECT = 8
/** The school year of all rows: the current year, because the server returns empty class lists for earlier years. */
export const YEAR = new Date().getFullYear()
/** The number of school days in the year. */
export const CLASS_DAY_COUNT = 180

const ceil = Math.ceil

export const schoolOf = (student: number) => ceil(student / rowsPerSchool.students)
/** Students with consecutive ids can be siblings, so they are in different courses. */
export const courseOf = (student: number) =>
  (schoolOf(student) - 1) * rowsPerSchool.courses +
  (((student - 1) % rowsPerSchool.students) % rowsPerSchool.courses) +
  1
export const subjectOf = (course: number, position: number) =>
  (course - 1) * rowsPerSchool.subjects + position
export const assessmentOf = (subject: number, number: number) =>
  (subject - 1) * ASSESSMENTS_PER_SUBJECT + number
export const periodOf = (ofSchool: number, number: number) => (ofSchool - 1) * rowsPerSchool.periods + number
export const employeeOf = (ofSchool: number, number: number) =>
  (ofSchool - 1) * rowsPerSchool.employees + number

/** Every three students belong to two families, each with two parents. */
export const familyOf = (student: number) => ceil((student * 2) / 3)
export const parentsOf = (student: number) => [familyOf(student) * 2 - 1, familyOf(student) * 2] as const

/** Returns an id of 128 bits in hexadecimal, such as the ids of photos, documents and sessions. */
export const hexId = (kind: number, number: number) =>
  kind.toString(16).padStart(8, '0') + number.toString(16).padStart(24, '0')
/** The kinds of `hexId`, so that ids with the same number differ. */
export const PHOTO_KIND = 0xf0
export const BADGE_KIND = 0xba
export const DOCUMENT_KIND = 0xd0
export const SESSION_KIND = 0x5e

const MS_PER_DAY = 86_400_000
/** School days as `YYYY-MM-DD`: Monday to Friday from the first of March. */
export const classDays: readonly string[] = Array.from(
  { length: 366 },
  (_, day) => new Date(Date.UTC(YEAR, 2, 1) + day * MS_PER_DAY),
)
  .filter((date) => date.getUTCDay() % 6 !== 0)
  .slice(0, CLASS_DAY_COUNT)
  .map((date) => date.toISOString().slice(0, 10))
