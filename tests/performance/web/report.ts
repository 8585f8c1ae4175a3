export type ReportedFigure = {
  name: string
  figure: number
  unit: string
  target?: { atMost: number } | { atLeast: number }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const [low = 0, high = low] = sorted.slice(sorted.length % 2 ? half : half - 1, half + 1)
  return (low + high) / 2
}

const meetsTarget = ({ figure, target }: ReportedFigure) =>
  !target || ('atMost' in target ? figure <= target.atMost : figure >= target.atLeast)

const decimalDigits: Record<string, number> = { ms: 0, '': 0, '×': 2, CLS: 3 }
const formatValue = (value: number, unit: string) =>
  `${value.toFixed(decimalDigits[unit] ?? 0)}${unit === 'ms' ? ' ms' : unit === '×' ? ' ×' : ''}`

/** Prints a figure; returns false if it misses its target. */
export function reportFigure(row: ReportedFigure): boolean {
  const { name, figure, unit, target } = row
  const limit =
    target && ('atMost' in target ? `≤ ${formatValue(target.atMost, unit)}` : `≥ ${target.atLeast}`)
  const verdict = target ? (meetsTarget(row) ? 'passed' : 'MISSED') : '      '
  console.log(
    `${verdict}  ${name.padEnd(58)} ${formatValue(figure, unit).padStart(9)}   ${limit ?? ''}`.trimEnd(),
  )
  return meetsTarget(row)
}
