import { birthday, day } from '../cells/dayCell.ts'
import { UNKNOWN_GENDER, wordCell } from '../cells/wordCell.ts'
import type { CellType } from '../cellType.ts'

const ISO = /^(\d{4}-\d{2}-\d{2})(?:T\S*)?$/

/** Accepts only dates such as 2026-03-31, as the standard requires: any other form could have the month first. */
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

/** The type of a session: true for the whole school year. */
export const wholeYearCell = wordCell<boolean>([
  [true, 'schoolYear'],
  [false, 'semester', 'term', 'gradingPeriod'],
])
/** The type of a class: true for a homeroom, which is what a Chilean school calls a course ('curso'). */
export const homeroomCell = wordCell<boolean>([
  [true, 'homeroom'],
  [false, 'scheduled'],
])
export const sex = wordCell<string | null>(
  [
    ['Femenino', 'female'],
    ['Masculino', 'male'],
    [null, 'unspecified', 'other'],
  ],
  () => UNKNOWN_GENDER,
)
/** The status of a score: true if the score counts; other scores are pending or will never count. */
export const countedScoreCell = wordCell<boolean>([
  [true, 'fully graded'],
  [false, 'partially graded', 'submitted', 'not submitted', 'exempt'],
])
