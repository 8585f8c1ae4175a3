import ArrowDown from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?react'
import { oneDecimal } from '../../shared/text/format.ts'
import { conceptLabel, isBelowPassing, scalePercent } from './scale.ts'

/** A numeric grade or average, aligned with the others of its column; `size` is the CSS class for the text's size or ''. */
export function Grade({ value, size = 'text-h3' }: { value: number | null; size?: string }) {
  return (
    <span
      className={`min-w-9.5 text-right font-bold tabular-nums ${size} ${isBelowPassing(value) ? 'text-negative-text' : ''}`}
    >
      {oneDecimal(value)}
    </span>
  )
}

/** A grade that is a concept, such as 'MB', instead of a number. */
export function Concept({ value }: { value: string | null }) {
  return (
    <span className="min-w-9.5 text-right font-semibold text-row text-text-2 tabular-nums">
      {conceptLabel(value)}
    </span>
  )
}

/** States in words why a grade is red; it shows nothing unless the grade is under 4,0. */
export function LowGradeLabel({ value }: { value: number | null }) {
  if (!isBelowPassing(value)) return null
  return (
    <span className="flex items-center gap-1 font-semibold text-caption text-negative-text">
      <ArrowDown className="size-3.5 shrink-0" />
      Bajo 4,0
    </span>
  )
}

/** The name of a subject, with a label if its average is under 4,0. */
export function GradedName({ name, value }: { name: string; value: number | null }) {
  if (!isBelowPassing(value)) return <span>{name}</span>
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="min-w-0">{name}</span> <LowGradeLabel value={value} />
    </span>
  )
}

/** A bar from 1,0 to 7,0 with a gap at 4,0. It is decorative, as the number is beside it. */
export function ScaleBar({ value }: { value: number | null }) {
  return (
    <span
      aria-hidden="true"
      className="scale mt-1.75 block h-1 rounded-full bg-sunk in-[[aria-current=true]]:bg-chart/25 [mask:linear-gradient(90deg,#000_calc(50%-1px),#0000_0_calc(50%+1px),#000_0)] forced-colors:border-b"
    >
      {value !== null && (
        <span
          className={`block h-full min-w-1 rounded-[inherit] forced-color-adjust-none forced-colors:bg-[CanvasText] ${isBelowPassing(value) ? 'bg-negative' : 'bg-chart'}`}
          style={{ width: `${scalePercent(value)}%` }}
        />
      )}
    </span>
  )
}
