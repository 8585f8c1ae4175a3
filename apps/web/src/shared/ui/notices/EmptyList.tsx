import { arch } from '../content/arch.ts'
import { HelpButton } from '../help/HelpButton.tsx'

type Props = {
  title?: string
  hint: string
  /** Whether the text is neutral: the entries are not ones that a parent expects. */
  isExpected?: boolean
  /** Whether the list could not be loaded; the text then does not state that there are no entries. */
  isUnknown?: boolean
}

/** spec §2, §8: an empty list. `hint` describes in one line what will appear in it. */
export function EmptyList({ title = 'Sin Elementos.', hint, isExpected = false, isUnknown = false }: Props) {
  return (
    <div className="grid justify-items-center card px-6 pt-16 pb-14 text-center">
      <svg viewBox="0 0 168 80" className="h-20 w-42 max-w-full" aria-hidden="true">
        <path className="fill-sunk" d={arch(36, 78, 64, 50)} />
        <path className="fill-sunk" d={arch(134, 78, 60, 44)} />
        <path className="fill-surface" d={arch(84, 78, 105, 80)} />
        <path
          className="fill-none stroke-line-control stroke-2"
          strokeDasharray="3 5"
          d={arch(84, 78, 97, 76)}
        />
        <path className="fill-accent-soft" d={arch(84, 78, 45, 38)} />
        <path className="stroke-2 stroke-line-control" strokeLinecap="round" d="M1 78h166" />
      </svg>
      <p className="mt-7 font-semibold text-h3">{title}</p>
      {!isUnknown && <p className="mt-2 max-w-70 text-body text-text-2 leading-body">{hint}</p>}
      {!isExpected && !isUnknown && (
        <p className="mt-3">
          <HelpButton />
        </p>
      )}
    </div>
  )
}
