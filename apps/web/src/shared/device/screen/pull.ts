import { config } from '../../../config.ts'
import { isZoomedIn } from './screen.ts'

type Listeners = {
  /** Receives the distance of the pull in px; 0 once the finger is lifted. */
  onPull: (distance: number) => void
  onRefresh: () => void
}

/**
 * Handles the pull-to-refresh gesture on `area`, in a page that scrolls as a whole. It follows only a pull that begins at
 * the very top, so that scrolling never waits for a script. Returns the function that stops this.
 */
export function listenForPull(area: HTMLElement, { onPull, onRefresh }: Listeners): () => void {
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

  area.addEventListener('touchstart', start, { passive: true })
  area.addEventListener('touchend', release)
  area.addEventListener('touchcancel', end)
  return () => {
    end()
    area.removeEventListener('touchstart', start)
    area.removeEventListener('touchend', release)
    area.removeEventListener('touchcancel', end)
  }
}
