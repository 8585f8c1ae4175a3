import { Capacitor } from '@capacitor/core'
import { CapacitorCalendar } from '@ebarooni/capacitor-calendar'
import { isNative } from '../native.ts'

/** An event in the format of a phone's calendar; `start` and `end` are in epoch ms. */
export type CalendarEntry = {
  title: string
  notes?: string
  place?: string
  start: number
  end: number
}

/** `message` is the text of spec §8. The kind 'refused' means that the parent has not given the permission. */
type AddToCalendarResult = { kind: 'added' | 'refused' | 'failed' | 'unavailable'; message: string }

const FAILURE_MESSAGE = 'No se pudo añadir al calendario.'

/** iOS lets an app add events without reading any; Android names the default calendar only to an app that may read. */
const requestAccess = () =>
  Capacitor.getPlatform() === 'ios'
    ? CapacitorCalendar.requestWriteOnlyCalendarAccess()
    : CapacitorCalendar.requestFullCalendarAccess()

/** Adds an event to the phone's calendar and requests permission if necessary. Never throws. */
export async function addToCalendar(entry: CalendarEntry): Promise<AddToCalendarResult> {
  if (!isNative()) return { kind: 'unavailable', message: 'Función disponible solo en dispositivo.' }
  const { title, notes, place, start, end } = entry
  try {
    const { result } = await requestAccess()
    if (result !== 'granted') return { kind: 'refused', message: FAILURE_MESSAGE }
    await CapacitorCalendar.createEvent({
      title,
      startDate: start,
      endDate: end,
      ...(notes && { description: notes }),
      ...(place && { location: place }),
    })
    return { kind: 'added', message: 'Evento añadido al calendario.' }
  } catch {
    return { kind: 'failed', message: FAILURE_MESSAGE }
  }
}
