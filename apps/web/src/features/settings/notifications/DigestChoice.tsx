import { digestPeriods } from '@apoderados/contract/notifications'

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
              {periodLabels[period]}
            </label>
          ))}
        </div>
      </fieldset>
      <p className="mt-2 text-small text-text-2">
        A las 18:00 te escribimos cuántas novedades hay de cada estudiante, sin notas ni observaciones. Si no
        hay novedades, no llega.
        {isOfSchool && inForce !== 'never' && ' Así lo dejó tu colegio; puedes elegir otra opción.'}
      </p>
    </div>
  )
}
