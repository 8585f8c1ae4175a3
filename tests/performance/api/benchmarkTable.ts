import type { CallFigures, SizeFigures } from './bench.ts'
import type { Call } from './calls.ts'

const RATIO_TO_PGBENCH_MIN = 0.25
const RATIO_TO_SMALLEST_MIN = 0.8
const P99_MS_MAX = 60

const formatInteger = (value: number) => Math.round(value).toLocaleString('en')
const columnWidths = [33, 9, 8, 5, 9, 9, 7, 9, 7, 7, 12]
const tableRow = (cells: string[]) =>
  cells
    .map((cell, index) =>
      index === 0 ? cell.padEnd(columnWidths[0] ?? 0) : cell.padStart(columnWidths[index] ?? 0),
    )
    .join('')

export const tableHead = tableRow([
  ...['GET', 'students', 'bytes', 'sql', 'calls/s', 'of hello', 'least', 'of pgb.', 'p50', 'p99'],
  'of smallest',
])

type Ratios = { ofHello: number; ofPgbench: number | undefined; ofSmallest: number }

const ratiosOf = ({ hello, sizes: [smallest] }: CallFigures, { api, pgbench }: SizeFigures): Ratios => ({
  ofHello: api.perSecond / hello,
  ofPgbench: pgbench && api.perSecond / pgbench,
  ofSmallest: api.perSecond / smallest.api.perSecond,
})

/** Returns the lines of the table for one call, one per size. */
export const linesOf = (call: Call, figures: CallFigures): string[] =>
  figures.sizes.map((size) => {
    const { ofHello, ofPgbench, ofSmallest } = ratiosOf(figures, size)
    const { perSecond, p50, p99 } = size.api
    return tableRow([
      ...[call.name, formatInteger(size.students), formatInteger(figures.bytes), String(figures.statements)],
      ...[
        formatInteger(perSecond),
        ofHello.toFixed(3),
        call.ofHello.toFixed(2),
        ofPgbench?.toFixed(2) ?? '–',
      ],
      ...[`${p50}`, `${p99}`, size === figures.sizes[0] ? '' : ofSmallest.toFixed(2)],
    ])
  })

/** Describes each target that the call misses, with the size at which it misses it. */
export const missedTargetsOf = (call: Call, figures: CallFigures): string[] =>
  figures.sizes.flatMap((size) => {
    const { ofHello, ofPgbench, ofSmallest } = ratiosOf(figures, size)
    const missed = [
      ...(ofHello < call.ofHello ? [`${ofHello.toFixed(3)} of hello, at least ${call.ofHello}`] : []),
      ...(ofPgbench !== undefined && ofPgbench < RATIO_TO_PGBENCH_MIN
        ? [`${ofPgbench.toFixed(2)} of pgbench, at least ${RATIO_TO_PGBENCH_MIN}`]
        : []),
      ...(ofSmallest < RATIO_TO_SMALLEST_MIN
        ? [`${ofSmallest.toFixed(2)} of the smallest size, at least ${RATIO_TO_SMALLEST_MIN}`]
        : []),
      ...(size.api.p99 > P99_MS_MAX ? [`p99 ${size.api.p99} ms, at most ${P99_MS_MAX}`] : []),
    ]
    return missed.map((target) => `${call.name} at ${formatInteger(size.students)}: ${target}`)
  })
