import { arch } from '../content/arch.ts'
import { HelpButton } from '../help/HelpButton.tsx'
import './emptyList.css'

type Props = {
  title?: string
  hint: string
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
    <div className="empty-list card grid">
      <svg viewBox="0 0 168 80" aria-hidden="true">
        <path className="fill-sunk" d={arch(36, 78, 64, 50)} />
        <path className="fill-sunk" d={arch(134, 78, 60, 44)} />
        <path d={arch(84, 78, 105, 80)} />
        <path className="arch-line" strokeDasharray="3 5" d={arch(84, 78, 97, 76)} />
        <path className="fill-accent-soft" d={arch(84, 78, 45, 38)} />
        <path className="arch-line" strokeLinecap="round" d="M1 78h166" />
      </svg>
      <p className="font-semibold text-h3">{title}</p>
      {!isIncomplete && <p className="hint mt-2 text-body text-text-2 leading-body">{hint}</p>}
      {!isExpected && !isIncomplete && (
        <p className="mt-3">
          <HelpButton />
        </p>
      )}
    </div>
  )
}
