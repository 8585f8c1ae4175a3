import { QUIET_HOURS } from '@apoderados/contract/notifications'
import { useId, useState } from 'react'
import type { Choice } from './choice.ts'
import { Switch } from './Switch.tsx'

type QuietInterval = Pick<Choice, 'quiet_from' | 'quiet_until'>
type Props = { hours: QuietInterval; onChange: (hours: QuietInterval) => void }

function problemOf({ quiet_from, quiet_until }: QuietInterval): string | undefined {
  if (!quiet_from || !quiet_until) return 'Falta una hora'
  return quiet_from === quiet_until ? 'Las dos horas son iguales' : undefined
}

/** The hours without notifications. Incomplete or equal hours are shown as wrong and not saved. */
export function QuietHours({ hours, onChange }: Props) {
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
      {label}
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
