import { createRandom } from '@apoderados/school-data/random'

/** The times of two consecutive requests, in milliseconds. */
export type Pair = { known: number; unknown: number }
export type Interval = { low: number; high: number }

const RESAMPLES = 2_000
const TAIL = 0.025
const SEED = 20_260_817

/** @throws for no values */
export function median(values: Iterable<number>): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length / 2
  const above = sorted[Math.floor(middle)]
  const below = sorted[Math.ceil(middle) - 1]
  if (above === undefined || below === undefined) throw new Error('no values, no median')
  return (below + above) / 2
}

/** Positive if the requests for known e-mails took longer. */
export const differenceOfMedians = (pairs: readonly Pair[]): number =>
  median(pairs.map(({ known }) => known)) - median(pairs.map(({ unknown }) => unknown))

/**
 * Returns the interval that contains the difference of medians in 95 % of the resamples of these pairs; the seed is
 * fixed.
 */
export function bootstrapInterval(pairs: readonly Pair[]): Interval {
  const random = createRandom(SEED)
  const redraw = () => pairs.map(() => random.pick(pairs))
  const differences = Array.from({ length: RESAMPLES }, () => differenceOfMedians(redraw()))
  differences.sort((one, other) => one - other)
  const quantile = (share: number) => differences[Math.round(share * (RESAMPLES - 1))] as number
  return { low: quantile(TAIL), high: quantile(1 - TAIL) }
}

/** Compares the interval with ±limit: entirely within, entirely beyond, or across it, which decides nothing. */
export function sideOf({ low, high }: Interval, limit: number): 'within' | 'beyond' | 'across' {
  if (-limit < low && high < limit) return 'within'
  return high <= -limit || low >= limit ? 'beyond' : 'across'
}
