/** How a school drops the second decimal: half up, or cut off. */
export type Rounding = 'round' | 'truncate'

/** Grades in integer tenths (5,4 is 54), each times its weight, and the weights; 0 and 0 when nothing is graded. */
export type Sums = { weighted: number; weights: number }

/** Whole division: `a / b` could already have been rounded up to the next whole number. */
const quotient = (a: number, b: number) => (a - (a % b)) / b

/** In tenths; null when nothing is graded. Integers alone: in floating point 5,35 becomes 5,3. */
export function meanTenths({ weighted, weights }: Sums, rounding: Rounding): number | null {
  if (weights === 0) return null
  return rounding === 'truncate' ? quotient(weighted, weights) : quotient(2 * weighted + weights, 2 * weights)
}

/** The mean of averages as they were published, each counting once; those still missing count for nothing. */
export function meanOfPublished(averages: (number | null)[], rounding: Rounding): number | null {
  const published = averages.filter((average) => average !== null)
  const weighted = published.reduce((sum, average) => sum + average, 0)
  return meanTenths({ weighted, weights: published.length }, rounding)
}

/** 54 goes out as 5.4. */
export const fromTenths = (tenths: number | null) => (tenths === null ? null : tenths / 10)
