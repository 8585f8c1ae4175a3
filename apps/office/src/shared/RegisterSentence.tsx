import type { RegisterLine } from '@apoderados/contract/office/register'
import { OPERATOR_NAME, registerActions } from '@apoderados/contract/office/register'

export const actorOf = ({ staff, action, guardian }: RegisterLine) =>
  staff?.name ??
  (action === 'document_requested' && guardian ? guardian.name : undefined) ??
  (action === 'operator' ? OPERATOR_NAME : 'Persona desconocida')

/** Returns what was done; an action that this version does not know has its own name. */
export const actionText = ({ action }: RegisterLine) =>
  registerActions[action as keyof typeof registerActions] ?? action

/** Whom or what an act was about: a person, a student, or what its detail names. */
export const aboutText = ({ member, guardian, student, detail: { about } }: RegisterLine) =>
  [member?.name, guardian?.name, student?.name, typeof about === 'string' ? about : undefined]
    .filter(Boolean)
    .join(', ') || '—'

/** Who did what, in two lines. */
export const RegisterSentence = ({ line }: { line: RegisterLine }) => (
  <>
    <strong>{actorOf(line)}</strong>
    <br />
    {actionText(line)}
    {aboutText(line) !== '—' && `: ${aboutText(line)}`}
  </>
)
