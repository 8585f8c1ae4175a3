import ArrowDown from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?react'
import { config } from '../../config.ts'
import { oneDecimal, percent } from '../../shared/text/format.ts'
import './attendance.css'

const { attendanceMinimum: minimum } = config

function verdict(percentage: number | null): string {
  if (percentage === null) return 'Aún no hay días de clases registrados.'
  if (percentage < minimum) return `Está bajo el mínimo de ${minimum}% para la promoción.`
  return `${percentage === minimum ? 'Cumple' : 'Supera'} el mínimo de ${minimum}% para la promoción.`
}

type Props = {
  /** 0 to 100, unrounded, as which it is compared with the minimum; null before the first class day. */
  percentage: number | null
  isKnown: boolean
}

export function AttendanceFigure({ percentage, isKnown }: Props) {
  const isLow = percentage !== null && percentage < minimum
  return (
    <div className="card p-4 lg:p-5">
      <p id="attendance" className="text-small text-text-2">
        Porcentaje de asistencia
      </p>
      <p className={`flex flex-wrap items-baseline gap-x-4 ${isLow ? 'text-negative-text' : ''}`}>
        <span className="font-bold text-hero leading-tight tracking-figure">
          {oneDecimal(percentage)}
          {percentage !== null && <span className={`text-h1 ${isLow ? '' : 'text-text-2'}`}>%</span>}
        </span>
        {isLow && (
          <span className="flex items-center gap-1.5 font-semibold text-small">
            <ArrowDown className="size-4" />
            Bajo el mínimo de {minimum}%
          </span>
        )}
      </p>
      <meter
        aria-labelledby="attendance"
        min={0}
        max={100}
        value={percentage ?? 0}
        aria-valuetext={percentage === null ? 'Sin datos' : percent(percentage)}
        className="sr-only"
      />
      <div aria-hidden="true" className="meter mt-3">
        <div
          className={`meter-bar ${isLow ? 'meter-bar-low' : ''}`}
          style={{ width: `${percentage ?? 0}%` }}
        />
        <div className="meter-tick" style={{ left: `${minimum}%` }} />
      </div>
      <p className="meter-foot font-semibold text-caption">Mínimo {minimum}%</p>
      {isKnown && <p className="mt-4 border-line border-t pt-4 text-small">{verdict(percentage)}</p>}
    </div>
  )
}
