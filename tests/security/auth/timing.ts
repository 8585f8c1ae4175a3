import { createRandom } from '@apoderados/school-data/random'

/** The times of two consecutive requests, for a known and for an unknown e-mail, in milliseconds. */
export type Pair = { known: number; unknown: number }
export type Interval = { low: number; high: number }

const RESAMPLE_COUNT = 2_000
const TAIL_SHARE = 0.025
const RANDOM_SEED = 20_260_817

/** Returns the median of the values. @throws if there are none */
export function median(values: Iterable<number>): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length / 2
  const above = sorted[Math.floor(middle)]
  const below = sorted[Math.ceil(middle) - 1]
  if (above === undefined || below === undefined) throw new Error('no values, no median')
  return (below + above) / 2
}

/** Returns the difference in milliseconds, which is positive if the requests for known e-mails took longer. */
export const differenceOfMedians = (pairs: readonly Pair[]): number =>
  median(pairs.map(({ known }) => known)) - median(pairs.map(({ unknown }) => unknown))

/**
 * Returns the interval that contains the difference of medians in 95 % of the resamples of these pairs; the seed is
 * fixed.
 */
export function bootstrapInterval(pairs: readonly Pair[]): Interval {
  const random = createRandom(RANDOM_SEED)
  const redraw = () => pairs.map(() => random.pick(pairs))
  const differences = Array.from({ length: RESAMPLE_COUNT }, () => differenceOfMedians(redraw()))
  differences.sort((one, other) => one - other)
  const quantile = (share: number) => differences[Math.round(share * (RESAMPLE_COUNT - 1))] as number
  return { low: quantile(TAIL_SHARE), high: quantile(1 - TAIL_SHARE) }
}

/** Compares the interval with ±limit: entirely within, entirely beyond, or across it, which decides nothing. */
export function sideOf({ low, high }: Interval, limit: number): 'within' | 'beyond' | 'across' {
  if (-limit < low && high < limit) return 'within'
  return high <= -limit || low >= limit ? 'beyond' : 'across'
}
