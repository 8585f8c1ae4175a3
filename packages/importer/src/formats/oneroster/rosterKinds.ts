import { birthdayCell, dayCell } from '../cells/dayCell.ts'
import { UNKNOWN_GENDER_MESSAGE, wordCell } from '../cells/wordCell.ts'
import type { CellType } from '../cellType.ts'

const ISO_DATE = /^(\d{4}-\d{2}-\d{2})(?:T\S*)?$/

/** Accepts only dates such as 2026-03-31, as the standard requires: any other form could have the month first. */
const isoCell = (kind: CellType<string>): CellType<string> => {
  const accepts = 'una fecha como 2026-03-31'
  return {
    accepts,
    parse(text, refuse) {
      const [, date] = ISO_DATE.exec(text) ?? []
      return date ? kind.parse(date, refuse) : refuse('no es una fecha', accepts)
    },
  }
}
export const isoDayCell = isoCell(dayCell)
export const isoBirthdayCell = isoCell(birthdayCell)

/** The type of a session: true for a whole school year, false for a part of it. */
export const wholeYearCell = wordCell<boolean>([
  [true, 'schoolYear'],
  [false, 'semester', 'term', 'gradingPeriod'],
])
/** The type of a class: true for a homeroom, which is a Chilean school's course ('curso'); false for a subject. */
export const homeroomCell = wordCell<boolean>([
  [true, 'homeroom'],
  [false, 'scheduled'],
])
export const sexCell = wordCell<string | null>(
  [
    ['Femenino', 'female'],
    ['Masculino', 'male'],
    [null, 'unspecified', 'other'],
  ],
  () => UNKNOWN_GENDER_MESSAGE,
)
/** The status of a score: true if the score counts, false if it is pending or the student is exempt. */
export const countedScoreCell = wordCell<boolean>([
  [true, 'fully graded'],
  [false, 'partially graded', 'submitted', 'not submitted', 'exempt'],
])
