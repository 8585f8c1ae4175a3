import type { DayAttendance } from '@apoderados/contract/attendance'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Absences } from './Absences.tsx'
import { DayStrips } from './DayStrips.tsx'

const days: DayAttendance[] = [
  { date: '2026-04-30', status: 'present' },
  { date: '2026-05-04', status: 'absent' },
  { date: '2026-05-05', status: 'late' },
]
const itemTexts = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const stripTexts = (name: string) => itemTexts(screen.getByRole('list', { name }))

describe('the strips', () => {
  it('have one list for each month, with date and status in words', () => {
    render(<DayStrips days={days} />)
    screen.getByText('3 días de clases')
    expect(stripTexts('abril 2026')).toEqual(['jueves 30 de abril: presente'])
    expect(stripTexts('mayo 2026')).toEqual(['lunes 4 de mayo: ausente', 'martes 5 de mayo: con atraso'])
  })

  it('have a shape for each status, which the legend explains', () => {
    render(<DayStrips days={days} />)
    const [legend] = screen.getAllByRole('list')
    expect(itemTexts(legend as HTMLElement)).toEqual(['Presente 1', 'Con atraso 1', 'Ausente 1'])
    const shapes = Array.from(document.querySelectorAll('ol [aria-hidden]'), ({ className }) => className)
    expect(new Set(shapes).size).toBe(3)
  })
})

it('say the date of a tapped day', () => {
  render(<DayStrips days={days} />)
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('Toca un día para ver su fecha.')
  fireEvent.click(screen.getByTitle('lunes 4 de mayo: ausente'))
  expect(status.textContent).toBe('Lunes 4 de mayo: ausente')
})

describe('the absences', () => {
  it('are listed by date, newest first', () => {
    render(<Absences news={[]} days={[{ date: '2026-04-30', status: 'absent' }, ...days.slice(1)]} />)
    screen.getByText('2 este año')
    expect(itemTexts(screen.getByRole('list'))).toEqual(['Lunes Lun 04-05-2026', 'Jueves Jue 30-04-2026'])
  })
})
