import ArrowDown from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?react'
import { Link } from '../../shared/router.tsx'
import { FigureSkeleton } from './TodaySkeleton.tsx'
import type { Part } from './today.ts'

export type Figure = {
  value: string
  unit?: string
  /** The text under the figure: the period of the average, or the minimum attendance. */
  note?: string
  /** The reason in words why the figure is red. */
  low?: string | false
}

type Props = { label: string; href: string; figure: Part<Figure> }

/** A figure that links to its page; nothing without a value. */
export function TodayFigure({ label, href, figure }: Props) {
  if (figure === undefined) return null
  if (figure === 'pending') return <FigureSkeleton />
  const { value, unit, note, low } = figure
  return (
    <Link href={href} className="today-figure today-link hover:bg-hover">
      <span className="today-words">
        <span className="block text-caption text-text-2">{label}</span>{' '}
        <span
          className={`mt-0.5 block font-bold text-h1 leading-tight tracking-figure ${low ? 'text-negative-text' : ''}`}
        >
          {value}
          {unit && <span className={`text-row ${low ? '' : 'text-text-2'}`}>{unit}</span>}
        </span>{' '}
        {note && <span className="block text-caption text-text-2">{note}</span>}{' '}
        {low && (
          <span className="flex items-center gap-1 font-semibold text-caption text-negative-text">
            <ArrowDown className="size-3.5 shrink-0" />
            {low}
          </span>
        )}
      </span>
    </Link>
  )
}
