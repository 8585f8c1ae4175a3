import { act, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { daysOf2026, withDaysOff } from '../../testing/data/calendarDays.ts'
import { anEvent } from '../../testing/data/events.ts'
import type { fakeApi } from '../../testing/fakeApi.ts'
import {
  CardOfToday,
  linkTexts,
  renderTodayCard,
  startOnWednesdayMorning,
  todayServer,
  waitForCard,
} from '../../testing/pages/today.tsx'

startOnWednesdayMorning()

describe('days off', () => {
  const WEDNESDAY = '2026-10-14'
  const card = async () => {
    await waitForCard()
    return screen.getByRole('region', { name: 'Hoy' }).textContent?.replace(/\s+/g, ' ')
  }

  it.each([
    ['holiday', 'Encuentro de Dos Mundos', 'Hoy es feriado: Encuentro de Dos Mundos'],
    ['vacation', 'Vacaciones de primavera', 'Vacaciones de primavera'],
    ['closure', 'Jornada de profesores', 'Hoy no hay clases: Jornada de profesores'],
  ])('put a %s in the place of the class, with the next one', async (kind, name, text) => {
    renderTodayCard({ calendarDays: withDaysOff([WEDNESDAY, WEDNESDAY, kind, name]) })
    expect(await card()).toMatch(new RegExp(`^${text} Miércoles 21 de octubre a las 09:45: Historia`))
    expect(linkTexts()[0]).toMatch(/→ \/app\/horario$/)
  })

  it('are named between the next days without a link', async () => {
    const friday = '2026-10-16'
    renderTodayCard({ calendarDays: withDaysOff([friday, friday, 'holiday', 'Navidad']), events: [] })
    await waitForCard()
    const section = within(screen.getByRole('region', { name: 'Próximos días' }))
    const rows = section.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows[0]).toBe('Viernes 16: feriado, Navidad')
    expect(section.getAllByRole('link')).toHaveLength(4)
  })

  it('are named in their row if they have events', async () => {
    renderTodayCard({ calendarDays: withDaysOff(['2026-10-15', '2026-10-15', 'closure', 'Aniversario']) })
    await waitForCard()
    const section = within(screen.getByRole('region', { name: 'Mañana' }))
    expect(section.getAllByRole('link')[0]?.textContent).toContain('Sin clases: Aniversario Prueba Unidad 2')
  })

  it('are not named again beside an event of the same name', async () => {
    const calendarDays = withDaysOff(['2026-10-15', '2026-10-15', 'closure', 'Aniversario'])
    renderTodayCard({ calendarDays, events: [anEvent({ title: 'Aniversario del colegio' })] })
    await waitForCard()
    expect(screen.getAllByText(/Aniversario/)).toHaveLength(1)
  })

  it('are named once if several days in a row have events', async () => {
    const calendarDays = withDaysOff(['2026-10-15', '2026-10-16', 'vacation', 'Vacaciones de primavera'])
    const events = ['2026-10-15', '2026-10-16'].map((date, at) =>
      anEvent({ id: at + 1, date, title: 'Taller' }),
    )
    renderTodayCard({ calendarDays, events })
    await waitForCard()
    expect(screen.getAllByText('Taller')).toHaveLength(2)
    expect(screen.getAllByText('Vacaciones de primavera')).toHaveLength(1)
  })

  it('include the summer after the last class day', async () => {
    vi.setSystemTime(new Date('2026-12-25T13:24:00Z'))
    const calendarDays = withDaysOff(
      ['2026-12-05', '2026-12-24', 'vacation', 'Vacaciones de verano'],
      ['2026-12-25', '2026-12-25', 'holiday', 'Navidad'],
      ['2026-12-26', '2027-02-28', 'vacation', 'Vacaciones de verano'],
    )
    renderTodayCard({ calendarDays, events: [] })
    expect(await card()).toMatch(/^Hoy es feriado: Navidad ?Promedio .*Sin eventos hoy$/)
    expect(screen.queryByRole('region', { name: 'Próximos días' })).toBeNull()
    vi.setSystemTime(new Date('2026-12-26T13:24:00Z'))
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(async () =>
      expect(await card()).toMatch(/^Vacaciones de verano ?Promedio .*Sin eventos hoy$/),
    )
  })

  it.each([
    ['pending', (server: ReturnType<typeof fakeApi>) => server.hang('getCalendarDays')],
    ['not known', (server: ReturnType<typeof fakeApi>) => server.refuse('getCalendarDays', 500)],
    [
      'without periods',
      (server: ReturnType<typeof fakeApi>) =>
        server.respond('getCalendarDays', daysOf2026({ first_day: null, last_day: null })),
    ],
  ])('that are %s leave out what is now', async (_, reply) => {
    reply(todayServer({}, 'getCalendarDays'))
    render(<CardOfToday />)
    await screen.findByText('91,9')
    await screen.findByText('6,0')
    expect(document.body.textContent).not.toMatch(/Ahora|Sigue|Historia/)
  })
})
