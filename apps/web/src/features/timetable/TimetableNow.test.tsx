import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { aPause } from '../../testing/blocks.ts'
import {
  blocks,
  choose,
  goTo,
  onWednesday,
  show,
  WEDNESDAY,
  wednesday,
  week,
} from '../../testing/timetable.tsx'

onWednesday()
const now = () => screen.queryAllByText('Ahora').map((chip) => chip.parentElement?.textContent)

describe('the block that runs', () => {
  it('is marked Ahora, and the mark moves on while the page stays open', async () => {
    show()
    await screen.findByText('Historia')
    expect(now()).toEqual([expect.stringContaining('Historia')])
    goTo('2026-07-15T15:15:00Z')
    expect(now()).toEqual([])
    goTo('2026-07-15T18:00:00Z')
    expect(now()).toEqual([expect.stringContaining('Tecnología')])
  })

  it('shows how much of it is over', async () => {
    show()
    await screen.findByText('Historia')
    const bar = () => document.querySelector<HTMLElement>('.lesson-progress > div')?.style.width
    expect(bar()).toBe('50%')
    goTo('2026-07-15T15:06:00Z')
    expect(bar()).toBe('90%')
  })

  it('is marked in a Recreo too', async () => {
    vi.setSystemTime(new Date('2026-07-15T13:35:00Z'))
    show()
    await screen.findByText('Historia')
    expect(await blocks('Miércoles')).toContain('09:30–09:45 Recreo · 15 min · Ahora')
  })

  it('is none while the classes are those of another year, nor does that day end', async () => {
    vi.setSystemTime(new Date('2027-01-13T13:00:00Z')) // a Wednesday, 10:00 at school
    show()
    await screen.findByText('Historia')
    expect(now()).toEqual([])
    expect(screen.queryByText(/Hoy termin/)).toBeNull()
  })

  it('is on no other day’s tab', async () => {
    show({ ...week, monday: { daySchedule: wednesday } })
    await screen.findByText('Historia')
    await choose('Lunes')
    expect(now()).toEqual([])
  })
})

describe('the end of today', () => {
  it('is that of the last class', async () => {
    show({ wednesday: { daySchedule: [...wednesday, aPause('15:30', '15:45')] } })
    await screen.findByText('Hoy termina a las 15:30')
  })

  it('is past once it has come', async () => {
    vi.setSystemTime(new Date('2026-07-15T19:30:00Z'))
    show({ wednesday: { daySchedule: wednesday } })
    await screen.findByText('Hoy terminó a las 15:30')
  })

  it.each([
    ['a weekend', '2026-07-18T15:00:00Z', week],
    ['a day without classes', '2026-07-14T15:00:00Z', week],
    ['a day of nothing but Recreo', WEDNESDAY, { wednesday: { daySchedule: [aPause('9:00', '9:30')] } }],
  ])('is not told on %s', async (_, moment, schedules) => {
    vi.setSystemTime(new Date(moment))
    show(schedules)
    await screen.findByRole('tabpanel')
    await expect.poll(() => screen.queryByText('Cargando')).toBeNull()
    expect(screen.queryByText(/Hoy termin/)).toBeNull()
  })
})
