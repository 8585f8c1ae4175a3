import type { Figures } from './bench.ts'
import type { Call } from './calls.ts'

const OF_PGBENCH_MIN = 0.25
const OF_SMALLEST_MIN = 0.8
const P99_MS_MAX = 60

const whole = (value: number) => Math.round(value).toLocaleString('en')
const widths = [33, 8, 7, 9, 9, 9, 9, 7, 7, 9]
const row = (cells: string[]) =>
  cells
    .map((cell, index) =>
      index === 0 ? cell.padEnd(widths[0] as number) : cell.padStart(widths[index] ?? 12),
    )
    .join('')

export const headOf = (sizes: number[]) =>
  row([
    ...['GET', 'bytes', 'sql', 'calls/s', 'of hello', 'least', 'of pgb.', 'p50', 'p99'],
    ...sizes.slice(1).map((size) => `${whole(size)}/1k`),
  ])

type Ratios = { ofHello: number; ofPgbench: number | undefined; ofSmallest: number[] }

function ratiosOf({ hello, pgbench, api: [smallest, ...others] }: Figures): Ratios {
  const perSecond = smallest?.perSecond ?? 0
  return {
    ofHello: perSecond / hello,
    ofPgbench: pgbench && perSecond / pgbench,
    ofSmallest: others.map((other) => other.perSecond / perSecond),
  }
}

export function lineOf(call: Call, figures: Figures): string {
  const { ofHello, ofPgbench, ofSmallest } = ratiosOf(figures)
  const [smallest] = figures.api
  return row([
    ...[call.name, whole(figures.bytes), String(figures.statements), whole(smallest?.perSecond ?? 0)],
    ...[ofHello.toFixed(3), call.ofHello.toFixed(2), ofPgbench?.toFixed(2) ?? '–'],
    ...[`${smallest?.p50}`, `${Math.max(...figures.api.map(({ p99 }) => p99))}`],
    ...ofSmallest.map((share) => share.toFixed(2)),
  ])
}

/** What falls short of its target, in words. */
export function missesOf(call: Call, figures: Figures): string[] {
  const { ofHello, ofPgbench, ofSmallest } = ratiosOf(figures)
  const p99 = Math.max(...figures.api.map((slice) => slice.p99))
  const smallest = Math.min(1, ...ofSmallest)
  return [
    ...(ofHello < call.ofHello
      ? [`${call.name}: ${ofHello.toFixed(3)} of hello, at least ${call.ofHello}`]
      : []),
    ...(ofPgbench !== undefined && ofPgbench < OF_PGBENCH_MIN
      ? [`${call.name}: ${ofPgbench.toFixed(2)} of pgbench, at least ${OF_PGBENCH_MIN}`]
      : []),
    ...(smallest < OF_SMALLEST_MIN
      ? [`${call.name}: ${smallest.toFixed(2)} of the smallest size, at least ${OF_SMALLEST_MIN}`]
      : []),
    ...(p99 > P99_MS_MAX ? [`${call.name}: p99 ${p99} ms, at most ${P99_MS_MAX}`] : []),
  ]
}
