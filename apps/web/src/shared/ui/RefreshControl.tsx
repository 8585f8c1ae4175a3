import ArrowClockwise from '@phosphor-icons/core/assets/regular/arrow-clockwise.svg?react'
import { useEffect, useState } from 'react'
import { timeAgo } from '../format.ts'

type Props = { updatedAt: number; isSpinning: boolean; onRefresh: () => void }

/** The button `Actualizar` at every width and, on a desktop, how old the data is. */
export function RefreshControl({ updatedAt, isSpinning, onRefresh }: Props) {
  return (
    <div className="flex items-center gap-3">
      {updatedAt > 0 && <Age updatedAt={updatedAt} />}
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

const TICK_MS = 30_000

/** `updatedAt` in epoch ms. */
function Age({ updatedAt }: { updatedAt: number }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="hidden text-label text-text-2 lg:block">Actualizado {timeAgo(new Date(updatedAt), now)}</p>
  )
}
