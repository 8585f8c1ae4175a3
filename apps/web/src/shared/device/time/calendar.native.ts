import { Capacitor } from '@capacitor/core'
import { CapacitorCalendar } from '@ebarooni/capacitor-calendar'
import type { CalendarEntry } from './calendar.ts'

/** iOS lets an app add events without reading any; Android names the default calendar only to an app that may read. */
const requestAccess = () =>
  Capacitor.getPlatform() === 'ios'
    ? CapacitorCalendar.requestWriteOnlyCalendarAccess()
    : CapacitorCalendar.requestFullCalendarAccess()

/** Returns false if the parent refuses access to the calendar. @throws the phone's error if the event is not added */
export async function addToCalendar({ title, notes, place, start, end }: CalendarEntry): Promise<boolean> {
  const { result } = await requestAccess()
  if (result !== 'granted') return false
  await CapacitorCalendar.createEvent({
    title,
    startDate: start,
    endDate: end,
    ...(notes && { description: notes }),
    ...(place && { location: place }),
  })
  return true
}
