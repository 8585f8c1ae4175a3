import type { RegisterLine } from '@apoderados/contract/office/register'
import { registerActions } from '@apoderados/contract/office/register'

const OPERATOR = 'Administración del servidor'

export const actorOf = ({ staff, action }: RegisterLine) =>
  staff?.name ?? (action === 'operator' ? OPERATOR : 'Persona desconocida')

/** Returns what was done; an action that this version does not know has its own name. */
export const actionText = ({ action }: RegisterLine) =>
  registerActions[action as keyof typeof registerActions] ?? action

export const aboutText = ({ member, student }: RegisterLine) =>
  [member?.name, student?.name].filter(Boolean).join(', ') || '—'

/** Who did what, in two lines. */
export const RegisterSentence = ({ line }: { line: RegisterLine }) => (
  <>
    <strong>{actorOf(line)}</strong>
    <br />
    {actionText(line)}
    {(line.member || line.student) && `: ${aboutText(line)}`}
  </>
)
