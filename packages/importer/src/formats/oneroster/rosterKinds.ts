import { birthday, day } from '../cells/dayCell.ts'
import { UNKNOWN_GENDER, words } from '../cells/wordCell.ts'
import type { CellType } from '../cellType.ts'

const ISO = /^(\d{4}-\d{2}-\d{2})(?:T\S*)?$/

/** The standard's own form: any other could be month first. */
const isoOf = (kind: CellType<string>): CellType<string> => {
  const accepts = 'una fecha como 2026-03-31'
  return {
    accepts,
    parse(text, refuse) {
      const [, date] = ISO.exec(text) ?? []
      return date ? kind.parse(date, refuse) : refuse('no es una fecha', accepts)
    },
  }
}
export const isoDay = isoOf(day)
export const isoBirthday = isoOf(birthday)

/** Whether it is the school year itself. */
export const sessionType = words<boolean>([
  [true, 'schoolYear'],
  [false, 'semester', 'term', 'gradingPeriod'],
])
/** Whether it is what Chile calls a course. */
export const classType = words<boolean>([
  [true, 'homeroom'],
  [false, 'scheduled'],
])
export const sex = words<string | null>(
  [
    ['Femenino', 'female'],
    ['Masculino', 'male'],
    [null, 'unspecified', 'other'],
  ],
  () => UNKNOWN_GENDER,
)
/** Whether the score counts; the others are still to come, or never. */
export const scoreStatus = words<boolean>([
  [true, 'fully graded'],
  [false, 'partially graded', 'submitted', 'not submitted', 'exempt'],
])
