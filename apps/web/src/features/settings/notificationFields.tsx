import { digestPeriods, QUIET_HOURS } from '@apoderados/contract/notifications'
import { useId, useState } from 'react'
import type { Choice } from './notificationChoice.ts'

type SwitchProps = {
  label: string
  /** The name for a screen reader if the label alone is ambiguous; it begins with the label. */
  name?: string
  isOn: boolean
  isStrong?: boolean
  onChange: (isOn: boolean) => void
}

/** A row that turns something on and off. */
export function Switch({ label, name, isOn, isStrong, onChange }: SwitchProps) {
  return (
    <label className="flex min-h-(--row-h) items-center justify-between gap-4 px-4 py-2">
      <span className={`min-w-0 text-row ${isStrong ? 'font-semibold' : ''}`}>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-label={name}
        checked={isOn}
        aria-checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="h-8 w-13 shrink-0 appearance-none rounded-full border-2 border-line-control bg-surface [transition:background-color_var(--t-fast)] before:m-1 before:block before:size-5 before:rounded-full before:bg-line-control before:[transition:translate_var(--t-fast)] checked:border-accent checked:bg-accent checked:before:[translate:1.25rem] checked:before:bg-on-accent forced-colors:forced-color-adjust-none forced-colors:border-[CanvasText] forced-colors:bg-[Canvas] forced-colors:before:bg-[CanvasText] forced-colors:checked:border-[CanvasText] forced-colors:checked:bg-[CanvasText] forced-colors:checked:before:bg-[Canvas]"
      />
    </label>
  )
}

type QuietInterval = Pick<Choice, 'quiet_from' | 'quiet_until'>
type QuietHoursProps = { hours: QuietInterval; onChange: (hours: QuietInterval) => void }

function problemOf({ quiet_from, quiet_until }: QuietInterval): string | undefined {
  if (!quiet_from || !quiet_until) return 'Falta una hora'
  return quiet_from === quiet_until ? 'Las dos horas son iguales' : undefined
}

/** The hours without notifications. Incomplete or equal hours are shown as wrong and not saved. */
export function QuietHours({ hours, onChange }: QuietHoursProps) {
  const [typed, setTyped] = useState(hours)
  const isOn = typed.quiet_from !== null
  const problem = isOn ? problemOf(typed) : undefined
  const problemId = useId()

  const change = (next: QuietInterval) => {
    setTyped(next)
    if (next.quiet_from === null || !problemOf(next)) onChange(next)
  }
  const time = (label: string, field: keyof QuietInterval) => (
    <label className="grid min-w-0 gap-2 font-semibold text-small">
      <span>{label}</span>
      <input
        type="time"
        value={typed[field] ?? ''}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? problemId : undefined}
        onChange={({ target }) => change({ ...typed, [field]: target.value.slice(0, 5) })}
        className="field-box h-(--control-h) px-4 text-row"
      />
    </label>
  )

  return (
    <div>
      <div className="overflow-clip rounded-lg bg-sunk">
        <Switch
          label="Horas de silencio"
          isStrong={true}
          isOn={isOn}
          onChange={(on) => change(on ? QUIET_HOURS : { quiet_from: null, quiet_until: null })}
        />
      </div>
      {isOn && (
        <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-4">
          {time('Desde', 'quiet_from')}
          {time('Hasta', 'quiet_until')}
        </div>
      )}
      {problem && (
        <p id={problemId} role="alert" className="mt-1.5 text-label text-negative-text">
          {problem}
        </p>
      )}
      <p className="mt-2 text-small text-text-2">
        En esas horas, por el reloj del colegio, no llega ningún aviso: los recibes cuando terminan.
      </p>
    </div>
  )
}

type DigestPeriod = (typeof digestPeriods)[number]

const periodLabels: Record<DigestPeriod, string> = {
  never: 'Nunca',
  daily: 'Cada día',
  weekly: 'Los viernes',
}

type DigestChoiceProps = {
  /** How often the e-mail is sent; a newer server may send a period that is not offered here. */
  inForce: string
  /** Whether `inForce` is the school's default, because the parent has not chosen a period. */
  isOfSchool: boolean
  onChange: (period: DigestPeriod) => void
}

/** Lets the parent choose how often an e-mail with the news is sent. */
export function DigestChoice({ inForce, isOfSchool, onChange }: DigestChoiceProps) {
  return (
    <div>
      <fieldset>
        <legend className="mb-2.5 px-1 font-semibold text-row">Resumen por correo</legend>
        <div className="segments">
          {digestPeriods.map((period) => (
            <label key={period} className="segment">
              <input
                type="radio"
                name="digest"
                value={period}
                checked={period === inForce}
                onChange={() => onChange(period)}
                className="sr-only"
              />
              <span>{periodLabels[period]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <p className="mt-2 text-small text-text-2">
        <span>
          A las 18:00 te escribimos cuántas novedades hay de cada estudiante, sin notas ni observaciones. Si
          no hay novedades, no llega.
        </span>
        {isOfSchool && inForce !== 'never' && (
          <span> Así lo dejó tu colegio; puedes elegir otra opción.</span>
        )}
      </p>
    </div>
  )
}
