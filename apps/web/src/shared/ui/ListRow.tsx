import CaretRight from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import type { ReactNode } from 'react'

type Props = {
  /** The row's main words. */
  title: ReactNode
  /** Under them. */
  detail?: ReactNode
  /** Before the words: a rail, a number, a portrait. */
  start?: ReactNode
  /** After them: a figure, a chip. */
  end?: ReactNode
  /** Its detail stands open beside the list. */
  isChosen: boolean
  onOpen: () => void
}

/** A row that opens the detail of its item. */
export function ListRow({ title, detail, start, end, isChosen, onOpen }: Props) {
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isChosen ? 'true' : undefined}
        onClick={onOpen}
        className="row"
      >
        {start}
        <span className="row-body">
          <span className="min-w-0 flex-1">
            <span className="block font-medium text-row">{title}</span>{' '}
            {detail && <span className="mt-0.5 block text-small text-text-2">{detail}</span>}
          </span>
          {end}
          <CaretRight className="size-4.5 shrink-0 text-text-3" />
        </span>
      </button>
    </li>
  )
}
