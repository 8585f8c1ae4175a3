/** How a school reduces an average to one decimal: rounded half up, or truncated. */
export type Rounding = 'round' | 'truncate'

/**
 * `weighted` is the sum of grades in integer tenths (5,4 is 54), each times its weight; `weights` is the sum of
 * weights. Both are 0 without grades.
 */
export type Sums = { weighted: number; weights: number }

/** Integer division: `a / b` may round up to the next integer before truncation. */
const quotient = (a: number, b: number) => (a - (a % b)) / b

/**
 * Returns the mean in tenths; null without grades. It computes with integers, because 5,35 as a floating point
 * number would round to 5,3.
 */
export function meanTenths({ weighted, weights }: Sums, rounding: Rounding): number | null {
  if (weights === 0) return null
  return rounding === 'truncate' ? quotient(weighted, weights) : quotient(2 * weighted + weights, 2 * weights)
}

/** Returns the mean of averages as published, each with the same weight; missing averages are ignored. */
export function meanOfPublished(averages: (number | null)[], rounding: Rounding): number | null {
  const published = averages.filter((average) => average !== null)
  const weighted = published.reduce((sum, average) => sum + average, 0)
  return meanTenths({ weighted, weights: published.length }, rounding)
}

/** Converts tenths to the number of the API: 54 becomes 5.4. */
export const fromTenths = (tenths: number | null) => (tenths === null ? null : tenths / 10)
