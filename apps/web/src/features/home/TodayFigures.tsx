import { config } from '../../config.ts'
import { attendanceDecimal, oneDecimal } from '../../shared/text/format.ts'
import { type Figure, TodayFigure } from './TodayFigure.tsx'
import { type Average, mapPart, type Part } from './today.ts'

const { attendanceMinimum: minimum } = config
const PASSING_GRADE = 4

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
        figure={mapPart(average, averageFigure)}
      />
      <TodayFigure label="Asistencia" href="/app/asistencia" figure={mapPart(attendance, attendanceFigure)} />
    </div>
  )
}
