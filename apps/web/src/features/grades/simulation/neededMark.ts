import { averageOfMarks, type Rounding, type WeightedMark } from '@apoderados/contract/averages'
import { HIGHEST_GRADE_TENTHS, LOWEST_GRADE_TENTHS } from './gradeInput.ts'

export type NeededMark =
  /** The target is reached even with the lowest mark in every open evaluation. */
  | { kind: 'reached' }
  /** `tenths` is the lowest mark that reaches the target if every open evaluation has it. */
  | { kind: 'needed'; tenths: number }
  /** The target cannot be reached; `best` is the average in tenths with the highest mark in every open evaluation. */
  | { kind: 'unreachable'; best: number | null }

/** The mark that the open evaluations, those without tenths, need for an average of `target` tenths. */
export function neededMark(marks: readonly WeightedMark[], target: number, rounding: Rounding): NeededMark {
  const averageWith = (open: number) =>
    averageOfMarks(
      marks.map(({ tenths, weight }) => ({ tenths: tenths ?? open, weight })),
      rounding,
    )
  for (let tenths = LOWEST_GRADE_TENTHS; tenths <= HIGHEST_GRADE_TENTHS; tenths += 1) {
    if ((averageWith(tenths) ?? 0) >= target)
      return tenths === LOWEST_GRADE_TENTHS ? { kind: 'reached' } : { kind: 'needed', tenths }
  }
  return { kind: 'unreachable', best: averageWith(HIGHEST_GRADE_TENTHS) }
}
