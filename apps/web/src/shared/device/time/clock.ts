import { useSyncExternalStore } from 'react'
import { schoolClock } from '../../text/format.ts'

const TICK_MS = 30_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS)
  // A page in the background misses ticks, so the time is also read when the page becomes visible.
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

const currentDayAndTime = () => {
  const { day, time } = schoolClock(new Date())
  return `${day} ${time}`
}

/** Returns the current day `YYYY-MM-DD` and time 'HH:MM' in the zone of the selected student's school, updated as time passes. */
export function useSchoolClock(): { day: string; time: string } {
  const [day = '', time = ''] = useSyncExternalStore(subscribe, currentDayAndTime).split(' ')
  return { day, time }
}
