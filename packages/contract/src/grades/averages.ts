/*
 * The arithmetic of averages, for the server, which publishes them, and the app, which simulates them. It computes
 * with integer tenths (5,4 is 54), because 5,35 as a floating point number would round to 5,3.
 */

/** How a school reduces an average to one decimal: rounded half up, or truncated. */
export type Rounding = 'round' | 'truncate'

/** `weighted` is the sum of grades in tenths, each times its weight; `weights` is the sum of their weights. */
export type WeightedSums = { weighted: number; weights: number }

/** A mark without tenths is pending, or a concept instead of a number. A mark without weight has weight 1. */
export type WeightedMark = { tenths: number | null; weight: number | null }

/** Integer division. `Math.trunc(a / b)` could be wrong, because `a / b` may round up to an integer. */
const integerQuotient = (a: number, b: number) => (a - (a % b)) / b

/** Returns the average in tenths of the marks that the sums add up; null if the weights add up to 0. */
export function averageOfSums({ weighted, weights }: WeightedSums, rounding: Rounding): number | null {
  if (weights === 0) return null
  return rounding === 'truncate'
    ? integerQuotient(weighted, weights)
    : integerQuotient(2 * weighted + weights, 2 * weights)
}

/** Returns the average of a subject in tenths; null if no mark has tenths. */
export function averageOfMarks(marks: readonly WeightedMark[], rounding: Rounding): number | null {
  const sums = { weighted: 0, weights: 0 }
  for (const { tenths, weight } of marks) {
    if (tenths === null) continue
    sums.weighted += tenths * (weight ?? 1)
    sums.weights += weight ?? 1
  }
  return averageOfSums(sums, rounding)
}

/** Returns the average of a period from the subjects' averages as published; null if every subject lacks one. */
export const averageOfSubjects = (averages: readonly (number | null)[], rounding: Rounding): number | null =>
  averageOfMarks(
    averages.map((tenths) => ({ tenths, weight: null })),
    rounding,
  )

/** Converts tenths to the number of the API: 54 becomes 5.4. */
export const fromTenths = (tenths: number | null) => (tenths === null ? null : tenths / 10)

/** Converts the number of the API to tenths: 5.4 becomes 54. */
export const toTenths = (grade: number | null) => (grade === null ? null : Math.round(grade * 10))
