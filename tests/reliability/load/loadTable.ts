import { readFileSync } from 'node:fs'
import type { Api } from '../../support/stage/api.ts'
import { type AnswerTally, countOtherFailures, goodputOf, percentile } from './tally.ts'

const KB_PER_MB = 1024

/** Returns the resident memory of the server's process in MB. */
export function residentMb({ child: { pid } }: Api): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / KB_PER_MB
}

const COLUMN_WIDTHS = [26, 10, 10, 10, 8, 8, 9, 9, 8]
const printRow = (cells: (string | number)[]) =>
  console.log(
    cells
      .map((cell, column) =>
        column === 0
          ? String(cell).padEnd(COLUMN_WIDTHS[column] as number)
          : String(cell).padStart(COLUMN_WIDTHS[column] as number),
      )
      .join(''),
  )

/** Prints the head of the table, whose rates are per second. */
export const printTableHead = () =>
  printRow(['', 'offered', 'accepted', 'goodput', '503', 'other', 'p50 ms', 'p99 ms', 'RSS MB'])

export function printStep(name: string, tally: AnswerTally, api: Api): void {
  const { offered, seconds, acceptedMs, refused } = tally
  const rate = (count: number) => Math.round(count / seconds)
  const ms = (share: number) => percentile(acceptedMs, share).toFixed(1)
  printRow([
    name,
    ...[
      rate(offered),
      rate(acceptedMs.length),
      Math.round(goodputOf(tally)),
      rate(refused),
      countOtherFailures(tally),
    ],
    ...[ms(0.5), ms(0.99), residentMb(api).toFixed(0)],
  ])
}
