import { Capacitor } from '@capacitor/core'
import { CapacitorCalendar } from '@ebarooni/capacitor-calendar'
import type { CalendarEntry } from './calendar.ts'

/** iOS lets an app add what it may not read; Android tells which calendar is the default only to who may read. */
const requestAccess = () =>
  Capacitor.getPlatform() === 'ios'
    ? CapacitorCalendar.requestWriteOnlyCalendarAccess()
    : CapacitorCalendar.requestFullCalendarAccess()

/** False when the parent does not allow it. @throws what the phone says when the event is not added */
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
