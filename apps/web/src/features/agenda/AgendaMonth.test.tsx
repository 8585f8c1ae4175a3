import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { daysOf2026, withDaysOff } from '../../testing/data/calendarDays.ts'
import { anEvent } from '../../testing/data/events.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import {
  agendaServer,
  agendaServerWithoutDays,
  clickButton,
  daySection,
  eventRows,
  renderAgenda,
  startOnFourteenthOfOctober,
} from '../../testing/pages/agenda.tsx'

startOnFourteenthOfOctober()

/** The requests for the number of events per day, in the order of the calls. */
const monthRequests = (api: ReturnType<typeof fakeApi>) =>
  api.received.filter(({ name }) => name === 'countDiaryEvents').map(({ request }) => request)

describe('days off', () => {
  const calendarDays = withDaysOff(
    ['2026-10-12', '2026-10-12', 'holiday', 'Encuentro de Dos Mundos'],
    ['2026-10-13', '2026-10-14', 'closure', 'Jornada de profesores'],
    ['2026-10-15', '2026-10-25', 'vacation', 'Vacaciones de primavera'],
  )
  const marked = () => document.querySelectorAll('.day-off').length

  it.each([
    ['12', 'Feriado: Encuentro de Dos Mundos'],
    ['14', 'Sin clases: Jornada de profesores'],
    ['20', 'Vacaciones de primavera'],
  ])('are marked, and the %s says why', async (date, text) => {
    history.replaceState(null, '', `/app/agenda?dia=2026-10-${date}`)
    const api = agendaServerWithoutDays([anEvent()])
    api.respond('getCalendarDays', calendarDays)
    renderAgenda()
    await eventRows()
    await within(await daySection()).findByText(text)
    expect(marked()).toBe(14)
    expect(await eventRows()).toHaveLength(1)
  })

  it('are not shown while they load', async () => {
    const api = agendaServerWithoutDays([anEvent()])
    api.hang('getCalendarDays')
    renderAgenda()
    expect(await eventRows()).toHaveLength(1)
    expect(marked()).toBe(0)
  })

  it('that cannot be loaded show a notice and keep the events', async () => {
    const api = agendaServerWithoutDays([anEvent()])
    api.refuse('getCalendarDays', 500)
    renderAgenda()
    await screen.findByText('No se pudo actualizar')
    expect(await eventRows()).toHaveLength(1)
    expect(marked()).toBe(0)
  })
})

describe('another month', () => {
  it('loads that month alone, and shows its first day or today', async () => {
    const api = agendaServer([anEvent()], { '2026-10-15': 2, '2026-11-03': 1 })
    renderAgenda()
    await eventRows()
    clickButton('Mes siguiente')
    await screen.findByRole('button', { name: 'martes 3 de noviembre de 2026, 1 evento' })
    expect(monthRequests(api).slice(1)).toEqual([
      { student_id: 1, date_start: '2026-11-01', date_end: '2026-11-30' },
    ])
    screen.getByRole('heading', { level: 2, name: 'Eventos del día: Domingo 1 de noviembre' })
    expect(api.received.at(-1)?.request).toEqual({ student_id: 1, date: '2026-11-01' })
    clickButton('Mes anterior')
    screen.getByRole('heading', { level: 2, name: 'Eventos del día: Miércoles 14 de octubre' })
    expect(location.search).toBe('')
  })

  it('shows cached counts at once', async () => {
    const api = fakeApi()
    api.respond('getCalendarDays', daysOf2026())
    api.respond('countDiaryEvents', { diary_counts: { '2026-10-15': 2, '2026-11-03': 1 } })
    api.respond('countDiaryEvents', { diary_counts: { '2026-10-15': 2, '2026-11-03': 1 } })
    api.hang('countDiaryEvents')
    api.respond('getDiaryEvents', [])
    renderAgenda()
    await daySection()
    clickButton('Mes siguiente')
    await screen.findByRole('button', { name: 'martes 3 de noviembre de 2026, 1 evento' })
    clickButton('Mes anterior')
    screen.getByRole('button', { name: 'jueves 15 de octubre de 2026, 2 eventos' })
  })

  it('can be used with a notice if its counts cannot be loaded', async () => {
    const api = fakeApi()
    api.respond('getCalendarDays', daysOf2026())
    api.respond('countDiaryEvents', { diary_counts: {} })
    api.refuse('countDiaryEvents', 500, 'No pudimos')
    api.respond('getDiaryEvents', [anEvent()])
    renderAgenda()
    await eventRows()
    clickButton('Mes siguiente')
    await screen.findByText('No pudimos')
    clickButton('martes 3 de noviembre de 2026')
    expect(await eventRows()).toHaveLength(1)
    expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('3')
  })

  it('`Hoy` leads back to today', async () => {
    agendaServer([anEvent()])
    renderAgenda()
    await eventRows()
    clickButton('Mes anterior')
    clickButton('martes 1 de septiembre de 2026')
    clickButton('Hoy')
    screen.getByRole('grid', { name: 'Octubre 2026' })
    screen.getByRole('heading', { level: 2, name: 'Eventos del día: Miércoles 14 de octubre' })
  })
})

describe('a failure', () => {
  it('at first shows an empty month, an empty day and the reason', async () => {
    const api = fakeApi()
    api.respond('getCalendarDays', daysOf2026())
    api.refuse('countDiaryEvents', 500, 'No pudimos')
    api.respond('countDiaryEvents', { diary_counts: { '2026-10-15': 2 } })
    api.refuse('getDiaryEvents', 500)
    api.respond('getDiaryEvents', [anEvent()])
    renderAgenda()
    await screen.findByText('No se pudo cargar')
    within(await daySection()).getByText('Sin Elementos.')
    expect(screen.queryByText(/el colegio publique/)).toBeNull()
    screen.getByRole('grid')
    clickButton('Reintentar')
    await waitFor(async () => expect(await eventRows()).toHaveLength(1))
    await screen.findByRole('button', { name: 'jueves 15 de octubre de 2026, 2 eventos' })
    expect(screen.queryByText('No se pudo cargar')).toBeNull()
  })
})
