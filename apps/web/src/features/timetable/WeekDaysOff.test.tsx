import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { daysOf2026, withDaysOff } from '../../testing/data/calendarDays.ts'
import { simulateDesktop } from '../../testing/desktop.ts'
import { chooseDay, renderTimetable, startOnWednesday } from '../../testing/pages/timetable.tsx'

startOnWednesday()
const noteTexts = () => Array.from(document.querySelectorAll('p:has(> svg)'), (note) => note.textContent)
const currentBlockCount = () => screen.queryAllByText('Ahora').length
const renderWithDaysOff = (...days: Parameters<typeof withDaysOff>) =>
  renderTimetable(undefined, (server) => server.respond('getCalendarDays', withDaysOff(...days)))
async function waitForNotes() {
  await screen.findByText('Historia')
  await waitFor(() => expect(noteTexts()).not.toEqual([]))
  return noteTexts()
}

describe('today', () => {
  const WEDNESDAY = '2026-07-15'

  it.each([
    ['holiday', 'Navidad', 'Hoy es feriado: Navidad'],
    ['vacation', 'Vacaciones de invierno', 'Vacaciones de invierno'],
    ['closure', 'Jornada de profesores', 'Hoy no hay clases: Jornada de profesores'],
  ])('on a %s is named, and nothing runs or ends', async (kind, name, text) => {
    renderWithDaysOff([WEDNESDAY, WEDNESDAY, kind, name])
    expect(await waitForNotes()).toEqual([text])
    expect(currentBlockCount()).toBe(0)
    expect(screen.queryByText(/Hoy termin/)).toBeNull()
  })

  it('has no current block after the last class day', async () => {
    renderTimetable(undefined, (server) =>
      server.respond('getCalendarDays', daysOf2026({ last_day: '2026-07-10' })),
    )
    await screen.findByText('Historia')
    expect([currentBlockCount(), noteTexts()]).toEqual([0, []])
  })

  it.each([
    ['pending', (server: ReturnType<typeof renderTimetable>) => server.hang('getCalendarDays')],
    [
      'without periods',
      (server: ReturnType<typeof renderTimetable>) =>
        server.respond('getCalendarDays', daysOf2026({ first_day: null, last_day: null })),
    ],
  ])('nothing runs while the days are %s', async (_, reply) => {
    renderTimetable(undefined, reply)
    await screen.findByText('Historia')
    expect([currentBlockCount(), noteTexts()]).toEqual([0, []])
    expect(screen.queryByText(/Hoy termin/)).toBeNull()
  })

  it('has no current block and a notice if the days cannot be loaded', async () => {
    renderTimetable(undefined, (server) => server.refuse('getCalendarDays', 500))
    await screen.findByText('Historia')
    await screen.findByText('No se pudo actualizar')
    expect(currentBlockCount()).toBe(0)
  })
})

describe('another day of the week', () => {
  const FRIDAY = '2026-07-17'

  it.each([
    ['holiday', 'Navidad', 'El viernes 17 es feriado: Navidad'],
    ['vacation', 'Vacaciones de invierno', 'El viernes 17 no hay clases: Vacaciones de invierno'],
    ['closure', 'Paro', 'El viernes 17 no hay clases: Paro'],
  ])('that is a %s is named on its tab alone, and today’s class runs', async (kind, name, text) => {
    renderWithDaysOff([FRIDAY, FRIDAY, kind, name])
    await screen.findByText('Ahora')
    expect(noteTexts()).toEqual([])
    await chooseDay('Viernes')
    expect(noteTexts()).toEqual([text])
  })

  it('is named if it is in today’s vacation', async () => {
    renderWithDaysOff(['2026-07-13', '2026-07-24', 'vacation', 'Vacaciones de invierno'])
    await waitForNotes()
    await chooseDay('Lunes')
    expect(noteTexts()).toEqual(['Vacaciones de invierno'])
  })

  it('is in the next week on a weekend', async () => {
    vi.setSystemTime(new Date('2026-07-18T15:00:00Z'))
    renderWithDaysOff(['2026-07-20', '2026-07-20', 'holiday', 'Feriado'])
    await screen.findByText('Matemática')
    await waitFor(() => expect(noteTexts()).toEqual(['El lunes 20 es feriado: Feriado']))
  })
})

it('a desktop names all days off of the week, consecutive ones together', async () => {
  simulateDesktop()
  renderWithDaysOff(
    ['2026-07-14', '2026-07-14', 'holiday', 'Navidad'],
    ['2026-07-16', '2026-07-17', 'closure', 'Paro'],
  )
  expect(await waitForNotes()).toEqual([
    'El martes 14 es feriado: Navidad',
    'Del jueves 16 al viernes 17 no hay clases: Paro',
  ])
  expect(currentBlockCount()).toBe(1)
})
