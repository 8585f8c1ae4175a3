import CaretRight from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import type { MouseEvent, ReactNode } from 'react'
import { useDesktop } from '../../device/screen/screen.ts'
import { NewMark } from './NewMark.tsx'

type Props = {
  /** The row's main text. */
  title: ReactNode
  /** Content under the title. */
  detail?: ReactNode
  /** Content before the text: a bar in the subject's colour, a number, a photo. */
  start?: ReactNode
  /** Content after the text: a figure, a chip. */
  end?: ReactNode
  /** Whether the row's detail is open; the row is marked only if the detail is beside the list. */
  isChosen: boolean
  isNew?: boolean
  onOpen: () => void
}

/** A row that opens the detail of its item. */
export function ListRow({ title, detail, start, end, isChosen, isNew, onOpen }: Props) {
  const isDesktop = useDesktop()
  const open = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.focus() // Safari does not focus a clicked button, to which the focus returns when the detail closes
    onOpen()
  }
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isChosen && isDesktop ? 'true' : undefined}
        onClick={open}
        className="row"
      >
        {start}
        <span className="row-body">
          <span className="min-w-0">
            <span className="block font-medium text-row">{title}</span>{' '}
            {detail && <span className="mt-0.5 block text-small text-text-2">{detail}</span>}
          </span>
          <span className="ml-auto flex items-center gap-2">
            {isNew && <NewMark />}
            {end}
            <CaretRight className="size-4.5 shrink-0 text-text-3" />
          </span>
        </span>
      </button>
    </li>
  )
}
