import CheckCircle from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?react'
import { useState } from 'react'
import { passwordStrength } from '../../forms/passwordRules.ts'
import { Field } from './Field.tsx'

const MIN_LENGTH = 6 // spec §9

/** The field for a new password, with the rule for its length and a hint about its strength. */
export function NewPasswordField({ error }: { error: string | undefined }) {
  const [typed, setTyped] = useState('')
  const isLongEnough = Array.from(typed.normalize('NFC')).length >= MIN_LENGTH
  return (
    <div>
      <Field
        label="Nueva contraseña"
        type="password"
        name="new_password"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        error={error}
        help={
          <>
            {isLongEnough && <CheckCircle className="mt-px size-4 shrink-0 text-positive-text" />}
            <span>{`Al menos ${MIN_LENGTH} caracteres`}</span>
          </>
        }
        autoComplete="new-password"
      />
      <PasswordStrength password={typed} />
    </div>
  )
}

const STEP_COLORS = ['', 'bg-negative', 'bg-chart', 'bg-positive']
const STRENGTH_STEPS = { Débil: 1, Aceptable: 2, Buena: 3 }

/** The strength of a new password as a word and a bar. It is a hint and rejects no password. */
function PasswordStrength({ password }: { password: string }) {
  const strength = password === '' ? undefined : passwordStrength(password)
  const steps = strength === undefined ? 0 : STRENGTH_STEPS[strength]
  return (
    <div className="mt-1.5 flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1">
      <div className="flex flex-[0_1_9rem] gap-1" aria-hidden="true">
        {[1, 2, 3].map((step) => (
          <span
            key={step}
            className={`h-1.25 flex-1 rounded-full forced-colors:border ${
              step <= steps
                ? `${STEP_COLORS[steps]} forced-color-adjust-none forced-colors:bg-[CanvasText]`
                : 'bg-sunk [box-shadow:inset_0_0_0_1px_var(--color-line-control)]'
            }`}
          />
        ))}
      </div>
      <p aria-live="polite" className="text-label text-text-2">
        <span className="sr-only">{strength && 'Seguridad: '}</span>
        <span className="font-semibold">{strength}</span>
      </p>
    </div>
  )
}
