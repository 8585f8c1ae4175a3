import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { aBreak } from '../../testing/data/blocks.ts'
import { aProfile, aStudentIn } from '../../testing/data/people.ts'
import {
  blocks,
  chooseDay,
  renderTimetable,
  setClock,
  startOnWednesday,
  WEDNESDAY,
  wednesday,
  week,
} from '../../testing/pages/timetable.tsx'
import { signedIn } from '../../testing/signedIn.ts'

startOnWednesday()
const currentBlockTexts = () => screen.queryAllByText('Ahora').map((chip) => chip.parentElement?.textContent)

describe('the current block', () => {
  it('is marked Ahora, and the mark moves while the page is open', async () => {
    renderTimetable()
    await screen.findByText('Historia')
    expect(currentBlockTexts()).toEqual([expect.stringContaining('Historia')])
    setClock('2026-07-15T15:15:00Z')
    expect(currentBlockTexts()).toEqual([])
    setClock('2026-07-15T18:00:00Z')
    expect(currentBlockTexts()).toEqual([expect.stringContaining('Tecnología')])
  })

  it.each([
    ['America/Punta_Arenas', '09:30–09:45 Recreo · 15 min · Ahora'],
    ['Pacific/Easter', '08:00–09:30 Lenguaje y ComunicaciónAhoraRodrigo Sepúlveda · 5° Básico A'],
    ['Tierra/Desconocida', '09:45–11:15 HistoriaAhoraRodrigo Sepúlveda · 5° Básico A'],
  ])('follows the clock of a school in %s', async (zone, current) => {
    const moments: Record<string, string> = { 'America/Punta_Arenas': '2026-07-15T12:35:00Z' }
    vi.setSystemTime(new Date(moments[zone] ?? WEDNESDAY))
    signedIn(aProfile({ students: [aStudentIn(zone)] }))
    renderTimetable()
    await screen.findByText('Historia')
    expect((await blocks('Miércoles')).filter((text) => text?.includes('Ahora'))).toEqual([current])
  })

  it('shows its elapsed share', async () => {
    renderTimetable()
    await screen.findByText('Historia')
    const bar = () => document.querySelector<HTMLElement>('.lesson-progress > div')?.style.width
    expect(bar()).toBe('50%')
    setClock('2026-07-15T15:06:00Z')
    expect(bar()).toBe('90%')
  })

  it('is also marked if it is a Recreo', async () => {
    vi.setSystemTime(new Date('2026-07-15T13:35:00Z'))
    renderTimetable()
    await screen.findByText('Historia')
    expect(await blocks('Miércoles')).toContain('09:30–09:45 Recreo · 15 min · Ahora')
  })

  it('is not marked while the enrollment is of another year, and the day’s end is not shown', async () => {
    vi.setSystemTime(new Date('2027-01-13T13:00:00Z')) // a Wednesday, 10:00 in the school's time zone
    renderTimetable()
    await screen.findByText('Historia')
    expect(currentBlockTexts()).toEqual([])
    expect(screen.queryByText(/Hoy termin/)).toBeNull()
  })

  it('is not marked on another day’s tab', async () => {
    renderTimetable({ ...week, monday: { daySchedule: wednesday } })
    await screen.findByText('Historia')
    await chooseDay('Lunes')
    expect(currentBlockTexts()).toEqual([])
  })
})

describe('the end of today', () => {
  it('is that of the last class', async () => {
    renderTimetable({ wednesday: { daySchedule: [...wednesday, aBreak('15:30', '15:45')] } })
    await screen.findByText('Hoy termina a las 15:30')
  })

  it('is past once it has come', async () => {
    vi.setSystemTime(new Date('2026-07-15T19:30:00Z'))
    renderTimetable({ wednesday: { daySchedule: wednesday } })
    await screen.findByText('Hoy terminó a las 15:30')
  })

  it.each([
    ['a weekend', '2026-07-18T15:00:00Z', week],
    ['a day without classes', '2026-07-14T15:00:00Z', week],
    ['a day of nothing but Recreo', WEDNESDAY, { wednesday: { daySchedule: [aBreak('9:00', '9:30')] } }],
  ])('is not shown on %s', async (_, moment, schedules) => {
    vi.setSystemTime(new Date(moment))
    renderTimetable(schedules)
    await screen.findByRole('tabpanel')
    await expect.poll(() => screen.queryByText('Cargando')).toBeNull()
    expect(screen.queryByText(/Hoy termin/)).toBeNull()
  })
})
