import type { DiaryEvent } from '@apoderados/contract/agenda'
import { config } from '../../config.ts'
import { oneDecimal } from '../../shared/text/format.ts'
import { type Figure, TodayFigure } from './TodayFigure.tsx'
import { type Average, type Part, shownPart } from './today.ts'

const { attendanceMinimum: minimum } = config
const PASSING_GRADE = 4

// Both are compared as they came: 3.95 is under 4, though it reads 4,0.

const averageFigure = ({ value, period }: Average): Figure => ({
  value: oneDecimal(value),
  note: period,
  low: value < PASSING_GRADE && 'Bajo 4,0',
})

const attendanceFigure = (percentage: number): Figure => ({
  value: oneDecimal(percentage),
  unit: '%',
  note: `Mínimo ${minimum}%`,
  low: percentage < minimum && `Bajo ${minimum}%`,
})

const eventsFigure = ({ length }: DiaryEvent[]): Figure => ({
  value: String(length),
  note: length === 1 ? 'evento' : 'eventos',
})

type Props = {
  average: Part<Average>
  /** 0 to 100, unrounded. */
  attendance: Part<number>
  events: Part<DiaryEvent[]>
  /** The day of the events `YYYY-MM-DD`. */
  day: string
  /** What it is called: 'Mañana'. */
  dayLabel: string
}

/** What a parent asks first, each with the way to its page. */
export function TodayFigures({ average, attendance, events, day, dayLabel }: Props) {
  return (
    <div className="today-figures">
      <TodayFigure label="Promedio" href="/app/calificaciones" figure={shownPart(average, averageFigure)} />
      <TodayFigure
        label="Asistencia"
        href="/app/asistencia"
        figure={shownPart(attendance, attendanceFigure)}
      />
      <TodayFigure
        label={dayLabel}
        href={`/app/agenda?dia=${day}`}
        figure={shownPart(events, eventsFigure)}
      />
    </div>
  )
}
