import ArrowDown from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?react'
import { config } from '../../config.ts'
import { Link } from '../../shared/router.tsx'
import { attendanceDecimal, oneDecimal } from '../../shared/text/format.ts'
import { FigureSkeleton } from './TodaySkeleton.tsx'
import type { Average, Part } from './today.ts'

const { attendanceMinimum: minimum } = config
const PASSING_GRADE = 4

type Figure = {
  value: string
  unit?: string
  /** The text under the figure: the period of the average, or the minimum attendance. */
  note?: string
  /** The reason in words why the figure is red. */
  low?: string | false
}

// The unrounded values are compared with the minimum: an average of 3.95 is under 4, although it is shown as 4,0.

const averageFigure = ({ value, period }: Average): Figure => ({
  value: oneDecimal(value),
  note: period,
  low: value < PASSING_GRADE && 'Bajo 4,0',
})

const attendanceFigure = (percentage: number): Figure => ({
  value: attendanceDecimal(percentage),
  unit: '%',
  ...(percentage < minimum ? { low: `Bajo el mínimo de ${minimum}%` } : { note: `Mínimo ${minimum}%` }),
})

type Props = {
  average: Part<Average>
  /** 0 to 100, unrounded. */
  attendance: Part<number>
}

/** The average and the attendance, each linked to its page. */
export function TodayFigures({ average, attendance }: Props) {
  if (average === undefined && attendance === undefined) return null
  const period = typeof average === 'object' ? `?periodo=${average.period_id}` : ''
  return (
    <div className="today-figures">
      <TodayFigure
        label="Promedio"
        href={`/app/calificaciones${period}`}
        part={average}
        figureOf={averageFigure}
      />
      <TodayFigure label="Asistencia" href="/app/asistencia" part={attendance} figureOf={attendanceFigure} />
    </div>
  )
}

type FigureProps<T> = { label: string; href: string; part: Part<T>; figureOf: (value: T) => Figure }

/** A figure that links to its page; nothing without a value. */
function TodayFigure<T extends object | number>({ label, href, part, figureOf }: FigureProps<T>) {
  if (part === undefined) return null
  if (part === 'pending') return <FigureSkeleton />
  const { value, unit, note, low } = figureOf(part)
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
