import ArrowDown from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?react'
import { config } from '../../config.ts'
import { Link } from '../../shared/router.tsx'
import { attendanceDecimal, oneDecimal } from '../../shared/text/format.ts'
import { FIGURE, FIGURES, FigureSkeleton, LINK, WORDS } from './TodaySkeleton.tsx'
import type { Loadable, PeriodAverage } from './today.ts'

const { attendanceMinimum: minimumPercent } = config
const PASSING_GRADE = 4

type Figure = {
  value: string
  unit?: string
  /** The text under the figure: the period of the average, or the minimum attendance. */
  note?: string
  /** The reason in words why the figure is red; false or undefined if it is not red. */
  low?: string | false
}

// Both figures compare the unrounded value with a minimum: an average of 3.95 is under 4, although it is shown as 4,0.

const averageFigure = ({ value, period }: PeriodAverage): Figure => ({
  value: oneDecimal(value),
  note: period,
  low: value < PASSING_GRADE && 'Bajo 4,0',
})

const attendanceFigure = (percentage: number): Figure => ({
  value: attendanceDecimal(percentage),
  unit: '%',
  ...(percentage < minimumPercent
    ? { low: `Bajo el mínimo de ${minimumPercent}%` }
    : { note: `Mínimo ${minimumPercent}%` }),
})

type Props = {
  average: Loadable<PeriodAverage>
  /** 0 to 100, unrounded. */
  attendance: Loadable<number>
}

/** The average and the attendance, each linked to its page. */
export function TodayFigures({ average, attendance }: Props) {
  if (average === undefined && attendance === undefined) return null
  const period = typeof average === 'object' ? `?periodo=${average.period_id}` : ''
  return (
    <div className={FIGURES}>
      <FigureLink
        label="Promedio"
        href={`/app/calificaciones${period}`}
        part={average}
        figureOf={averageFigure}
      />
      <FigureLink label="Asistencia" href="/app/asistencia" part={attendance} figureOf={attendanceFigure} />
    </div>
  )
}

type FigureLinkProps<T> = { label: string; href: string; part: Loadable<T>; figureOf: (value: T) => Figure }

/** A figure as a link to its page, or a skeleton while it loads; nothing without a value. */
function FigureLink<T extends object | number>({ label, href, part, figureOf }: FigureLinkProps<T>) {
  if (part === undefined) return null
  if (part === 'pending') return <FigureSkeleton />
  const { value, unit, note, low } = figureOf(part)
  return (
    <Link href={href} className={`${FIGURE} ${LINK} hover:bg-hover`}>
      <span className={WORDS}>
        <span className="block text-caption text-text-2">{label}</span>{' '}
        <span
          className={`mt-0.5 block font-bold text-h1 leading-tight tracking-figure ${low ? 'text-negative-text' : ''}`}
        >
          <span>{value}</span>
          {unit && <span className={`text-row ${low ? '' : 'text-text-2'}`}>{unit}</span>}
        </span>{' '}
        {note && <span className="block text-caption text-text-2">{note}</span>}{' '}
        {low && (
          <span className="flex items-center gap-1 font-semibold text-caption text-negative-text">
            <ArrowDown className="size-3.5 shrink-0" />
            <span>{low}</span>
          </span>
        )}
      </span>
    </Link>
  )
}
