import ArrowDown from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?react'
import { config } from '../../config.ts'
import { attendanceDecimal, MISSING } from '../../shared/text/format.ts'

const { attendanceMinimum: minimumPercent } = config

type Props = {
  /** 0 to 100, unrounded; null before the first class day or if unknown. */
  percentage: number | null
  /** The sentences about the percentage, most important first. */
  sentences: readonly string[]
}

export function AttendanceFigure({ percentage, sentences }: Props) {
  const isLow = percentage !== null && percentage < minimumPercent
  const figure = percentage === null ? MISSING : attendanceDecimal(percentage)
  return (
    <div className="card p-4 lg:p-5">
      <p id="attendance" className="text-small text-text-2">
        Porcentaje de asistencia
      </p>
      <p className={`flex flex-wrap items-baseline gap-x-4 ${isLow ? 'text-negative-text' : ''}`}>
        <span
          className={`font-bold leading-tight tracking-figure ${percentage === null ? 'text-h1 text-text-2' : 'text-hero'}`}
        >
          <span>{figure}</span>
          {percentage !== null && <span className={`text-h1 ${isLow ? '' : 'text-text-2'}`}>%</span>}
        </span>
        {isLow && (
          <span className="flex items-center gap-1.5 font-semibold text-small">
            <ArrowDown className="size-4" />
            <span>{`Bajo el mínimo de ${minimumPercent}%`}</span>
          </span>
        )}
      </p>
      <meter
        aria-labelledby="attendance"
        min={0}
        max={100}
        value={percentage ?? 0}
        aria-valuetext={percentage === null ? 'Sin datos' : `${figure}%`}
        className="sr-only"
      />
      <div aria-hidden="true" className="relative mt-3 h-3 rounded-full bg-sunk forced-colors:border">
        <div
          className={`h-full origin-left animate-grow rounded-full forced-color-adjust-none forced-colors:border ${isLow ? 'bg-negative' : 'bg-accent'}`}
          style={{ width: `${percentage ?? 0}%` }}
        />
        <div
          className="absolute -inset-y-1 w-0.5 bg-text [box-shadow:0_0_0_2px_var(--color-surface)]"
          style={{ left: `${minimumPercent}%` }}
        />
      </div>
      <p className="mt-2.5 flex justify-end pr-[3%] font-semibold text-caption">{`Mínimo ${minimumPercent}%`}</p>
      {sentences.length > 0 && (
        <div className="mt-4 grid gap-1.5 border-line border-t pt-4 text-body leading-body *:first:font-semibold">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
    </div>
  )
}
