import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anEvent } from '../../testing/data/events.ts'
import {
  CardOfToday,
  completeDay,
  renderTodayCard,
  startOnWednesdayMorning,
  todayServer,
  waitForCard,
} from '../../testing/pages/today.tsx'

startOnWednesdayMorning()

describe('the next days', () => {
  const rows = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('link')
      .map((link) => `${link.textContent?.replace(/\s+/g, ' ').trim()} → ${link.getAttribute('href')}`)

  it('are five rows, each linked to its day or to its single event', async () => {
    const furtherEvents = [4, 5, 6, 7].map((id) => anEvent({ id, title: `N° ${id}`, date: '2026-10-19' }))
    const timed = anEvent({ id: 8, title: null, subject: null, date: '2026-10-16T15:30:00-03:00' })
    renderTodayCard({ events: [...completeDay.events, timed, ...furtherEvents] })
    await waitForCard()
    expect(rows('Mañana')).toEqual([
      'Jue15Jueves 15 de octubre: Prueba Unidad 2 Matemática Salida → /app/agenda?dia=2026-10-15',
    ])
    expect(rows('Próximos días')).toEqual([
      'Vie16Viernes 16 de octubre: 15:30 Sin título → /app/agenda?dia=2026-10-16&evento=8',
      'Lun19Lunes 19 de octubre: N° 4 Matemática N° 5 Matemática N° 6 Matemática y 1 más → /app/agenda?dia=2026-10-19',
      'Mar20Martes 20 de octubre: Sin eventos → /app/agenda?dia=2026-10-20',
      'Mié21Miércoles 21 de octubre: Sin eventos → /app/agenda?dia=2026-10-21',
    ])
  })

  it('are absent if their events could not be loaded: today’s empty list says so', async () => {
    todayServer({}, 'getUpcomingEvents').refuse('getUpcomingEvents', 500)
    render(<CardOfToday />)
    await waitForCard()
    expect(screen.queryByText(/Sin eventos/)).toBeNull()
    expect(screen.queryByRole('region', { name: 'Próximos días' })).toBeNull()
    expect(screen.getAllByText('Sin Elementos.')).toHaveLength(1)
  })
})
