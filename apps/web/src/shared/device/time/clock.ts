import { useSyncExternalStore } from 'react'
import { schoolClock } from '../../text/format.ts'

const TICK_MS = 30_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS)
  // A page that comes back from behind has missed its ticks.
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

const shownNow = () => {
  const { day, time } = schoolClock(new Date())
  return `${day} ${time}`
}

/** The day `YYYY-MM-DD` and the time 'HH:MM' at school, which move on while the page stays open. */
export function useSchoolClock(): { day: string; time: string } {
  const [day = '', time = ''] = useSyncExternalStore(subscribe, shownNow).split(' ')
  return { day, time }
}
