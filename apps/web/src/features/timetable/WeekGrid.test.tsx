import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { aBreak, aClass } from '../../testing/data/blocks.ts'
import { simulateDesktop } from '../../testing/desktop.ts'
import { Week } from './Week.tsx'

/** Renders the week on a desktop, on Wednesday, 14 October 2026, at 10:30. */
function renderWeek(schedules: Parameters<typeof Week>[0]['schedules']) {
  simulateDesktop()
  render(<Week schedules={schedules} clock={{ day: '2026-10-14', time: '10:30' }} hasClassesToday={true} />)
}

const dayBlocks = [
  aClass('08:00', '09:30', 'Inglés'),
  aBreak('09:30', '09:45'),
  aClass('09:45', '11:15', 'Música'),
]
const week = {
  monday: { daySchedule: dayBlocks },
  wednesday: { daySchedule: dayBlocks },
  thursday: { daySchedule: [aClass('08:45', '10:00', 'Física')] },
}

it('shows the five days side by side, the chosen one as the panel of its tab', async () => {
  renderWeek(week)
  const panel = screen.getByRole('tabpanel', { name: 'Miércoles' })
  within(panel).getByText('Música')
  within(screen.getByRole('region', { name: 'Lunes' })).getByText('Inglés')
  within(screen.getByRole('region', { name: 'Jueves' })).getByText('Física')
  expect(screen.getAllByRole('region')).toHaveLength(4)
  await userEvent.click(screen.getByRole('tab', { name: 'Jueves' }))
  within(screen.getByRole('tabpanel', { name: 'Jueves' })).getByText('Física')
  within(screen.getByRole('region', { name: 'Miércoles' })).getByText('Música')
})

it('marks only the current block of today', async () => {
  renderWeek(week)
  const chips = screen.getAllByText('Ahora')
  expect(chips).toHaveLength(1)
  expect(screen.getByRole('tabpanel').contains(chips[0] ?? null)).toBe(true)
})

it('marks each empty day as empty', async () => {
  renderWeek(week)
  within(screen.getByRole('region', { name: 'Martes' })).getByText('Sin Elementos.')
  within(screen.getByRole('region', { name: 'Viernes' })).getByText('Sin Elementos.')
})

it('shows one message for an empty week', async () => {
  renderWeek({})
  within(screen.getByRole('tabpanel', { name: 'Miércoles' })).getByText('Sin Elementos.')
  expect(screen.queryAllByRole('region')).toEqual([])
})

it('shows the times beside the columns, hidden from screen readers', async () => {
  renderWeek(week)
  const times = Array.from(document.querySelectorAll('.week-grid > p'), (time) => time.textContent)
  expect(times).toEqual(['08:00', '08:45', '09:45', '11:15'])
  expect(document.querySelectorAll('.week-grid > p:not([aria-hidden])')).toHaveLength(0)
})
