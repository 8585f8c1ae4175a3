import CheckCircle from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?react'
import { useState } from 'react'
import { Field } from './Field.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'

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
            Al menos {MIN_LENGTH} caracteres
          </>
        }
        autoComplete="new-password"
      />
      <PasswordStrength password={typed} />
    </div>
  )
}
