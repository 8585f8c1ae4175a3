import { passwordStrength } from '../../forms/passwordRules.ts'
import './passwordStrength.css'

const STEPS = { Débil: 1, Aceptable: 2, Buena: 3 }

/** The strength of a new password as a word and a bar. It is a hint and rejects no password. */
export function PasswordStrength({ password }: { password: string }) {
  const strength = password === '' ? undefined : passwordStrength(password)
  const steps = strength === undefined ? 0 : STEPS[strength]
  return (
    <div className="strength">
      <div className="strength-bar" data-steps={steps} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <p aria-live="polite" className="text-label text-text-2">
        <span className="sr-only">{strength && 'Seguridad: '}</span>
        <span className="font-semibold">{strength}</span>
      </p>
    </div>
  )
}
