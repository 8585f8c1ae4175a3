import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { config } from '../../../config.ts'
import { isZoomedIn } from '../../device/screen/screen.ts'

type Props = { area: RefObject<HTMLElement | null>; isSpinning: boolean; onRefresh: () => void }

/** The disc of the pull-to-refresh gesture on `area`; it spins while the page refreshes. */
export function PullDisc({ area, isSpinning, onRefresh }: Props) {
  const [distance, setDistance] = useState(0)
  const refresh = useEffectEvent(onRefresh)
  useEffect(
    () =>
      area.current
        ? subscribePull(area.current, { onPull: setDistance, onRefresh: () => refresh() })
        : undefined,
    [area],
  )
  if (distance === 0 && !isSpinning) return null
  const place = isSpinning ? config.pullDistancePx : Math.min(distance, config.pullDistancePx * 1.5)
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-0 z-(--z-bar) mx-auto grid size-11 place-items-center rounded-full bg-surface text-accent shadow-float lg:hidden print:hidden"
      style={{ transform: `translateY(${place - 64}px)` }}
    >
      <span className={`size-5.5 ${isSpinning ? 'spinner' : 'spinner-still'}`} />
    </div>
  )
}

type Listeners = {
  /** Receives the distance of the pull in px; 0 once the finger is lifted. */
  onPull: (distance: number) => void
  onRefresh: () => void
}

/**
 * Handles the pull-to-refresh gesture on `area`, in a page that scrolls as a whole. It follows only a touch that begins
 * at the very top, so that scrolling elsewhere does not wait for a script. Returns the function that stops this.
 */
function subscribePull(area: HTMLElement, { onPull, onRefresh }: Listeners): () => void {
  let from: Touch | undefined
  let distance = 0

  const move = (event: TouchEvent) => {
    const touch = event.touches[0]
    if (!from || !touch || event.touches.length > 1) return end()
    const across = Math.abs(touch.clientX - from.clientX)
    const down = touch.clientY - from.clientY
    if (distance === 0 && (down <= 0 || across > down)) return end()
    if (event.cancelable) event.preventDefault()
    distance = Math.max(1, down)
    onPull(distance)
  }

  const end = () => {
    from = undefined
    area.removeEventListener('touchmove', move)
    if (distance > 0) onPull(0)
    distance = 0
  }

  const release = () => {
    const isFar = distance > config.pullDistancePx
    end()
    if (isFar) onRefresh()
  }

  const start = (event: TouchEvent) => {
    const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null
    if (scrollY > 0 || isZoomedIn() || isInDialog || event.touches.length > 1) return
    from = event.touches[0]
    area.addEventListener('touchmove', move, { passive: false })
  }

  const stop = new AbortController()
  const { signal } = stop
  area.addEventListener('touchstart', start, { passive: true, signal })
  area.addEventListener('touchend', release, { signal })
  area.addEventListener('touchcancel', end, { signal })
  return () => {
    end()
    stop.abort()
  }
}
