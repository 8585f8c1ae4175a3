import { initialsOf } from '../text.ts'

const COLOURS = 6

/** The initials of a person in the arch, in a colour that stays the same for the name. */
export function Avatar({ name }: { name: string }) {
  const sum = Array.from(name).reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0)
  return (
    <span className="arch" data-colour={sum % COLOURS} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}
