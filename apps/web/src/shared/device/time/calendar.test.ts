import { expect, it } from 'vitest'
import { simulatePhone } from '../../../testing/phone.ts'
import { addToCalendar } from './calendar.native.ts'

const entry = { title: 'Prueba', start: 1_792_063_800_000, end: 1_792_067_400_000 }

it('a browser reports that only a phone has a calendar', async () => {
  expect(await addToCalendar(entry)).toEqual({
    kind: 'unavailable',
    message: 'Función disponible solo en dispositivo.',
  })
})

it('a phone adds the event with its own fields and no other', async () => {
  const phone = simulatePhone({
    'CapacitorCalendar.requestFullCalendarAccess': () => ({ result: 'granted' }),
  })
  expect(await addToCalendar(entry)).toEqual({ kind: 'added', message: 'Evento añadido al calendario.' })
  expect(phone.calls.at(-1)?.options).toEqual({
    title: 'Prueba',
    startDate: entry.start,
    endDate: entry.end,
  })
})

it.each(['denied', 'prompt', 'prompt-with-rationale'])('a response %s is a refusal', async (result) => {
  const phone = simulatePhone({ 'CapacitorCalendar.requestFullCalendarAccess': () => ({ result }) })
  expect(await addToCalendar(entry)).toEqual({
    kind: 'refused',
    message: 'No se pudo añadir al calendario.',
  })
  expect(phone.names()).not.toContain('CapacitorCalendar.createEvent')
})

it('an error of the phone is a failure', async () => {
  simulatePhone({ 'CapacitorCalendar.requestFullCalendarAccess': () => Promise.reject(new Error('busy')) })
  expect(await addToCalendar(entry)).toEqual({ kind: 'failed', message: 'No se pudo añadir al calendario.' })
})
