import { isNative } from '../native.ts'

/** An event in the format of a phone's calendar; `start` and `end` are in epoch ms. */
export type CalendarEntry = {
  title: string
  notes?: string
  place?: string
  start: number
  end: number
}

/** `message` is the text of spec §8; a refusal can be undone in the phone's settings. */
export type AddToCalendarResult = { kind: 'added' | 'refused' | 'failed' | 'unavailable'; message: string }

const FAILURE = 'No se pudo añadir al calendario.'

/** Adds an event to the phone's calendar and requests permission if necessary. Never throws. */
export async function addToCalendar(entry: CalendarEntry): Promise<AddToCalendarResult> {
  if (!isNative()) return { kind: 'unavailable', message: 'Función disponible solo en dispositivo.' }
  try {
    const native = await import('./calendar.native.ts')
    const isAllowed = await native.addToCalendar(entry)
    if (!isAllowed) return { kind: 'refused', message: FAILURE }
    return { kind: 'added', message: 'Evento añadido al calendario.' }
  } catch {
    return { kind: 'failed', message: FAILURE }
  }
}
