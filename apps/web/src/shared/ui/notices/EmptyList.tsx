import { arch } from '../content/arch.ts'
import { HelpButton } from '../help/HelpButton.tsx'

const LINE = 'fill-none stroke-2 stroke-line-control'

type Props = {
  title?: string
  hint?: string
  /** Whether it is normal that the list is empty; the help button is then left out. */
  isExpected?: boolean
  /** Whether the list has not loaded, or only in part; the text then does not state that there are no entries. */
  isIncomplete?: boolean
}

/** Replaces a list without entries (spec §2, §8). `hint` describes in one line what will appear in it. */
export function EmptyList({
  title = 'Sin Elementos.',
  hint,
  isExpected = false,
  isIncomplete = false,
}: Props) {
  return (
    <div className="card grid justify-items-center px-6 pt-16 pb-14 text-center">
      <svg viewBox="0 0 168 80" className="h-20 w-42 max-w-full fill-surface" aria-hidden="true">
        <path className="fill-sunk" d={arch(36, 78, 64, 50)} />
        <path className="fill-sunk" d={arch(134, 78, 60, 44)} />
        <path d={arch(84, 78, 105, 80)} />
        <path className={LINE} strokeDasharray="3 5" d={arch(84, 78, 97, 76)} />
        <path className="fill-accent-soft" d={arch(84, 78, 45, 38)} />
        <path className={LINE} strokeLinecap="round" d="M1 78h166" />
      </svg>
      <p className="mt-7 font-semibold text-h3">{title}</p>
      {!isIncomplete && <p className="mt-2 max-w-70 text-body text-text-2 leading-body">{hint}</p>}
      {!isExpected && !isIncomplete && (
        <p className="mt-3">
          <HelpButton />
        </p>
      )}
    </div>
  )
}
