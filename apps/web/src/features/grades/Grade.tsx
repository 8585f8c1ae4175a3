import ArrowDown from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?react'
import { MISSING, oneDecimal } from '../../shared/text/format.ts'
import { conceptLabel } from './concept.ts'
import { isBelow, placeOf } from './scale.ts'
import './grades.css'

/** A grade or an average in its column, as the server sent it. */
export function Grade({ value }: { value: number | null }) {
  return (
    <span className={`grade font-bold text-h3 ${isBelow(value) ? 'text-negative-text' : ''}`}>
      {oneDecimal(value)}
    </span>
  )
}

/** Of what is not graded with a number. */
export function Concept({ value }: { value: string | null }) {
  return (
    <span className="grade font-semibold text-row text-text-2">{value ? conceptLabel(value) : MISSING}</span>
  )
}

/** What makes a grade red, in words. */
export function BelowMark({ value }: { value: number | null }) {
  if (!isBelow(value)) return null
  return (
    <span className="flex items-center gap-1 font-semibold text-caption text-negative-text">
      <ArrowDown className="size-3.5 shrink-0" />
      Bajo 4,0
    </span>
  )
}

/** The name of what was graded and, where it is, that it is under 4,0. */
export function GradedName({ name, value }: { name: string; value: number | null }) {
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="min-w-0">{name}</span> <BelowMark value={value} />
    </span>
  )
}

/** From 1,0 to 7,0, with a gap at 4,0. The figure beside it says the same. */
export function ScaleBar({ value }: { value: number | null }) {
  return (
    <span aria-hidden="true" className="scale">
      {value !== null && (
        <span
          className={`scale-bar ${isBelow(value) ? 'scale-bar-low' : ''}`}
          style={{ width: `${placeOf(value)}%` }}
        />
      )}
    </span>
  )
}
