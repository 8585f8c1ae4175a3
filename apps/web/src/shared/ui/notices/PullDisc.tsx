import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { config } from '../../../config.ts'
import { listenForPull } from '../../device/screen/pull.ts'

type Props = { area: RefObject<HTMLElement | null>; isSpinning: boolean; onRefresh: () => void }

/** The disc of the pull-to-refresh gesture on `area`; it spins while the page refreshes. */
export function PullDisc({ area, isSpinning, onRefresh }: Props) {
  const [distance, setDistance] = useState(0)
  const refresh = useEffectEvent(onRefresh)
  useEffect(
    () =>
      area.current
        ? listenForPull(area.current, { onPull: setDistance, onRefresh: () => refresh() })
        : undefined,
    [area],
  )
  if (distance === 0 && !isSpinning) return null
  const place = isSpinning ? config.pullDistancePx : Math.min(distance, config.pullDistancePx * 1.5)
  return (
    <div
      aria-hidden="true"
      className="pull-disc grid size-11 place-items-center rounded-full bg-surface text-accent lg:hidden"
      style={{ transform: `translateY(${place - 64}px)` }}
    >
      <span className={`size-5.5 ${isSpinning ? 'spinner' : 'spinner-still'}`} />
    </div>
  )
}
