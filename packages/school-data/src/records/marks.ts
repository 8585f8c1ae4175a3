import { addDays } from '@apoderados/contract/values/days'
import { type Pupil, wasEnrolled } from '../people/pupils.ts'
import type { Random } from '../random.ts'
import type { Assessment } from './assessments.ts'

/** Both fields are null for a pending mark. */
export type Mark = { tenths: number | null; concept: string | null }

export const numberMark = (tenths: number): Mark => ({ tenths, concept: null })
export const conceptMark = (concept: string): Mark => ({ tenths: null, concept })
const pendingMark: Mark = { tenths: null, concept: null }

const DAYS_TO_GRADE = 5

function conceptOf(tenths: number): string {
  if (tenths >= 58) return 'MB'
  if (tenths >= 46) return 'B'
  return tenths >= 36 ? 'S' : 'I'
}

export type Grading = {
  /** The last day with records. */
  today: string
  currentPeriod: number
  /** If true, about one mark in a hundred is missing, and another one pending. */
  hasGaps: boolean
  /**
   * Returns true with the probability `share` in the set of a later import: the mark then differs from that in the set
   * of the first import. In the first set, it always returns false.
   */
  isChanged(share: number): boolean
}

/** Draws a pupil's marks of the whole year, so that a later `today` does not change earlier ones. */
export function drawMarks(
  random: Random,
  pupil: Pupil,
  assessments: readonly Assessment[],
  { today, currentPeriod, hasGaps, isChanged }: Grading,
): Map<Assessment, Mark> {
  // The average mark of a pupil is between 4,2 and 6,4, in tenths.
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

/**
 * Whether an assessment has marks: the first of a period at once, so that a new period has grades; the others after
 * some days.
 */
function isGraded({ order, held_on }: Assessment, today: string): boolean {
  return held_on <= (order === 0 ? today : addDays(today, -DAYS_TO_GRADE))
}
