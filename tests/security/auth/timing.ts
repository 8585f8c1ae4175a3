import { createRandom } from '@apoderados/school-data/random'

/** What two requests took that were sent one after the other, in milliseconds. */
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

/** Above 0 when the known ones took longer. */
export const differenceOfMedians = (pairs: readonly Pair[]): number =>
  median(pairs.map(({ known }) => known)) - median(pairs.map(({ unknown }) => unknown))

/** Where the difference of medians lies in 95 % of the samples drawn anew from these pairs, always the same ones. */
export function bootstrapInterval(pairs: readonly Pair[]): Interval {
  const random = createRandom(SEED)
  const redraw = () => pairs.map(() => random.pick(pairs))
  const differences = Array.from({ length: RESAMPLES }, () => differenceOfMedians(redraw()))
  differences.sort((one, other) => one - other)
  const at = (share: number) => differences[Math.round(share * (RESAMPLES - 1))] as number
  return { low: at(TAIL), high: at(1 - TAIL) }
}

/** Where the interval lies: all of it nearer to 0 than the limit, all of it farther, or neither, and then it decides nothing. */
export function sideOf({ low, high }: Interval, limit: number): 'within' | 'beyond' | 'across' {
  if (-limit < low && high < limit) return 'within'
  return high <= -limit || low >= limit ? 'beyond' : 'across'
}
