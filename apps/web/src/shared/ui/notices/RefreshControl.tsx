import ArrowClockwise from '@phosphor-icons/core/assets/regular/arrow-clockwise.svg?react'
import { Age } from '../content/Age.tsx'

type Props = { updatedAt: number; isSpinning: boolean; onRefresh: () => void }

/** The button that refreshes the page (`Actualizar`) and, on a desktop, the age of the data. */
export function RefreshControl({ updatedAt, isSpinning, onRefresh }: Props) {
  return (
    <div className="flex items-center gap-3">
      {updatedAt > 0 && (
        <p className="hidden text-label text-text-2 lg:block">
          <Age key={updatedAt} of="Actualizado" updatedAt={updatedAt} />
        </p>
      )}
      <button
        type="button"
        aria-label="Actualizar"
        title="Actualizar"
        onClick={onRefresh}
        className="grid size-11 place-items-center rounded-md text-text-2 hover:bg-hover"
      >
        <ArrowClockwise className={`size-5.5 ${isSpinning ? 'turning' : ''}`} />
      </button>
    </div>
  )
}
