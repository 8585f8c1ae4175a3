import { addDays } from '@apoderados/contract/values/days'
import { type Pupil, wasEnrolled } from '../people/pupils.ts'
import type { Random } from '../random.ts'
import { type Assessment, conceptMark, type Mark, numberMark } from './assessments.ts'

const pendingMark: Mark = { tenths: null, concept: null }

/** The number of days from an assessment to its marks. */
const DAYS_TO_GRADE = 5

/** True if there are marks on `today`: at once for a subject's first of a period, so that a period soon has grades. */
const isGraded = ({ order, held_on }: Assessment, today: string): boolean =>
  held_on <= (order === 0 ? today : addDays(today, -DAYS_TO_GRADE))

function conceptOf(tenths: number): string {
  if (tenths >= 58) return 'MB'
  if (tenths >= 46) return 'B'
  return tenths >= 36 ? 'S' : 'I'
}

/** The options of `drawMarks`: the day up to which there are marks, and which marks are missing or changed. */
export type GradingOptions = {
  /** The last day with records, `YYYY-MM-DD`. */
  today: string
  /** The index of the period of `today`. */
  currentPeriod: number
  /** If true, about one mark in a hundred is missing, and another one in a hundred is pending. */
  hasGaps: boolean
  /**
   * In a changed generated set, returns true with the probability `share`, 0 to 1: a mark or an absence then differs
   * from that in the first set. For the first set and the demo, it always returns false.
   */
  isChanged(share: number): boolean
}

/** Returns a pupil's marks up to `today`. It draws values for the whole year, so that they do not depend on `today`. */
export function drawMarks(
  random: Random,
  pupil: Pupil,
  assessments: readonly Assessment[],
  { today, currentPeriod, hasGaps, isChanged }: GradingOptions,
): Map<Assessment, Mark> {
  // The average of a pupil's random marks, in tenths: about 4,2 to 6,4.
  const drawn = 42 + random.below(23)
  const ability = pupil.prescribed?.ability ?? drawn
  const offsets = new Map<string, number>()
  const marks = new Map<Assessment, Mark>()
  for (const assessment of assessments) {
    const { subject, held_on, period } = assessment
    const offset = offsets.get(subject.name) ?? random.below(11) - 5
    offsets.set(subject.name, offset)
    const tenths = Math.min(70, Math.max(20, ability + offset + random.below(15) - 7))
    const gap = hasGaps ? random.below(100) : -1
    if (gap === 0 || !wasEnrolled(pupil, held_on) || !isGraded(assessment, today)) continue
    const prescribed = pupil.prescribed?.markOf(assessment, period === currentPeriod)
    const isOther = isChanged(0.02)
    if (prescribed === null) continue
    if (prescribed) marks.set(assessment, prescribed)
    else if (gap === 1) marks.set(assessment, pendingMark)
    else if (subject.scale_type === 'other') marks.set(assessment, conceptMark(conceptOf(tenths)))
    else marks.set(assessment, numberMark(isOther ? tenths - 3 : tenths))
  }
  return marks
}
