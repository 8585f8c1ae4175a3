import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { DaysOff } from '../../shared/schoolDays/schoolDays.ts'
import { withDaysOff } from '../../testing/data/calendarDays.ts'
import { MonthCard } from './MonthCard.tsx'
import type { EventCounts } from './MonthDay.tsx'

type Props = {
  today: string
  counts?: EventCounts
  daysOff?: readonly DaysOff[]
  start?: string
  onDay?: (day: string) => void
}

/** A month card that keeps the shown month and the chosen day itself, as the page does. */
function StatefulMonthCard({
  today,
  counts = {},
  daysOff = [],
  start = today.slice(0, 7),
  onDay = () => undefined,
}: Props) {
  const [month, setMonth] = useState(start)
  const [day, setDay] = useState(today)
  const choose = (chosen: string) => {
    setDay(chosen)
    onDay(chosen)
  }
  return (
    <MonthCard
      month={month}
      day={day}
      today={today}
      counts={counts}
      newDays={new Set()}
      daysOff={daysOff}
      onMonth={setMonth}
      onDay={choose}
    />
  )
}

const titleText = () => screen.getByRole('heading', { level: 2 }).textContent
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const showNextMonth = () => fireEvent.click(button('Mes siguiente'))
const focusedName = () => document.activeElement?.getAttribute('aria-label')
const focusButton = (name: string | RegExp) => act(() => button(name).focus())
/** Presses a key on the focused element, and returns the name of the element that has the focus then. */
function pressKey(key: string) {
  fireEvent.keyDown(document.activeElement as Element, { key })
  return focusedName()
}
const weekTexts = () =>
  screen
    .getAllByRole('row')
    .slice(1) // without the row of weekdays
    .map((row) => Array.from(row.children, (cell) => cell.textContent))
const dayNames = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('button')
    .map((day) => day.getAttribute('aria-label'))

afterEach(() => vi.unstubAllEnvs())

describe('a day’s button', () => {
  const counts = { '2026-03-04': 2, '2026-03-05': 1, '2026-03-06': 0, '2026-03-09': 12 }

  it('is named by its date and its events', () => {
    render(<StatefulMonthCard today="2026-03-10" counts={counts} />)
    button('miércoles 4 de marzo de 2026, 2 eventos')
    button('jueves 5 de marzo de 2026, 1 evento')
    button('viernes 6 de marzo de 2026')
    button('sábado 7 de marzo de 2026')
    button('lunes 9 de marzo de 2026, 12 eventos')
  })

  it('is marked if there are events, with their number if there are several', () => {
    render(<StatefulMonthCard today="2026-03-10" counts={counts} />)
    const shown = (name: string) => {
      const { className, dataset, textContent } = button(name)
      return [className.includes('day-busy'), dataset.count, textContent]
    }
    expect(shown('miércoles 4 de marzo de 2026, 2 eventos')).toEqual([true, '2', '4'])
    expect(shown('jueves 5 de marzo de 2026, 1 evento')).toEqual([true, undefined, '5'])
    expect(shown('viernes 6 de marzo de 2026')).toEqual([false, undefined, '6'])
  })

  it('announces today and the chosen day', () => {
    render(<StatefulMonthCard today="2026-03-10" />)
    fireEvent.click(button('jueves 5 de marzo de 2026'))
    expect(button('martes 10 de marzo de 2026').getAttribute('aria-current')).toBe('date')
    expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('5')
  })

  it('stays chosen when it is pressed again', () => {
    const onDay = vi.fn()
    render(<StatefulMonthCard today="2026-03-10" onDay={onDay} />)
    fireEvent.click(button('martes 10 de marzo de 2026'))
    expect(onDay).toHaveBeenCalledWith('2026-03-10')
    expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('10')
  })
})

describe('a day off', () => {
  const counts = { '2026-03-20': 2 }
  const { days_off } = withDaysOff(
    ['2026-02-20', '2026-03-03', 'vacation', 'Vacaciones de verano'],
    ['2026-03-19', '2026-03-19', 'holiday', 'Navidad'],
    ['2026-03-20', '2026-03-20', 'closure', 'Jornada de profesores'],
    ['2026-04-03', '2026-04-03', 'holiday', 'Viernes Santo'],
  )
  const described = () =>
    within(screen.getByRole('grid'))
      .getAllByRole('button')
      .filter((day) => day.className.includes('day-off'))
      .map((day) => [
        day.getAttribute('aria-label'),
        document.getElementById(day.getAttribute('aria-describedby') ?? '')?.textContent,
      ])

  it('is marked and described, and keeps its name', () => {
    render(<StatefulMonthCard today="2026-03-10" counts={counts} daysOff={days_off} />)
    expect(described()).toEqual([
      ['domingo 1 de marzo de 2026', 'Vacaciones de verano'],
      ['lunes 2 de marzo de 2026', 'Vacaciones de verano'],
      ['martes 3 de marzo de 2026', 'Vacaciones de verano'],
      ['jueves 19 de marzo de 2026', 'Feriado: Navidad'],
      ['viernes 20 de marzo de 2026, 2 eventos', 'Sin clases: Jornada de profesores'],
    ])
    showNextMonth()
    expect(described()).toEqual([['viernes 3 de abril de 2026', 'Feriado: Viernes Santo']])
  })

  it('is not marked without a response', () => {
    render(<StatefulMonthCard today="2026-03-10" counts={counts} />)
    expect(described()).toEqual([])
  })
})

describe('the month', () => {
  it('begins its weeks on Monday', () => {
    render(<StatefulMonthCard today="2026-03-10" />)
    const headers = within(screen.getByRole('grid', { name: 'Marzo 2026' })).getAllByRole('columnheader')
    expect(headers.map((header) => header.textContent).join('')).toBe('LMMJVSD')
    screen.getByRole('columnheader', { name: 'lunes' })
  })

  it('fills its weeks with days of other months, which are no buttons', () => {
    render(<StatefulMonthCard today="2026-01-05" />)
    const rows = weekTexts()
    expect(rows[0]).toEqual(['29', '30', '31', '1', '2', '3', '4'])
    expect(rows.at(-1)).toEqual(['26', '27', '28', '29', '30', '31', '1'])
    expect(dayNames()).toHaveLength(31)
    fireEvent.click(within(screen.getByRole('grid')).getByText('30', { selector: '[aria-hidden]' }))
    expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('5')
  })

  it('does not go past the end of the year, and shows the reason', () => {
    render(<StatefulMonthCard today="2026-11-30" />)
    showNextMonth()
    expect(titleText()).toBe('Diciembre 2026')
    expect(button('Mes siguiente').getAttribute('aria-disabled')).toBe('true')
    expect(button('Mes siguiente').title).toBe('La agenda muestra solo el año 2026')
    showNextMonth()
    expect(titleText()).toBe('Diciembre 2026')
    const rows = weekTexts()
    expect(rows.at(-1)).toEqual(['28', '29', '30', '31', '1', '2', '3'])
  })

  it('does not go before the start of the year', () => {
    render(<StatefulMonthCard today="2026-01-31" />)
    expect(button('Mes anterior').getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button('Mes anterior'))
    expect(titleText()).toBe('Enero 2026')
    showNextMonth()
    expect(button('Mes anterior').getAttribute('aria-disabled')).toBeNull()
  })
})

describe('keys', () => {
  it.each([
    ['ArrowRight', 'jueves 15 de octubre de 2026'],
    ['ArrowLeft', 'martes 13 de octubre de 2026'],
    ['ArrowDown', 'miércoles 21 de octubre de 2026'],
    ['ArrowUp', 'miércoles 7 de octubre de 2026'],
    ['Home', 'lunes 12 de octubre de 2026'],
    ['End', 'domingo 18 de octubre de 2026'],
    ['PageUp', 'lunes 14 de septiembre de 2026'],
    ['PageDown', 'sábado 14 de noviembre de 2026'],
  ])('%s leads from the 14th to %s', (key, name) => {
    render(<StatefulMonthCard today="2026-10-14" />)
    focusButton(/^miércoles 14/)
    pressKey(key)
    expect(focusedName()).toBe(name)
  })

  it('move across the end of the month without choosing a day', () => {
    const onDay = vi.fn()
    render(<StatefulMonthCard today="2026-10-31" onDay={onDay} />)
    focusButton(/^sábado 31/)
    pressKey('ArrowRight')
    expect([titleText(), focusedName()]).toEqual(['Noviembre 2026', 'domingo 1 de noviembre de 2026'])
    pressKey('ArrowUp')
    expect([titleText(), focusedName()]).toEqual(['Octubre 2026', 'domingo 25 de octubre de 2026'])
    expect(onDay).not.toHaveBeenCalled()
    fireEvent.click(document.activeElement as Element)
    expect(onDay).toHaveBeenCalledWith('2026-10-25')
  })

  it.each(['ArrowRight', 'ArrowDown', 'End', 'PageDown'])('%s stays on the 31st of December', (key) => {
    render(<StatefulMonthCard today="2026-12-31" />)
    focusButton(/^jueves 31/)
    pressKey(key)
    expect([titleText(), focusedName()]).toEqual(['Diciembre 2026', 'jueves 31 de diciembre de 2026'])
  })

  it.each(['ArrowLeft', 'ArrowUp', 'Home', 'PageUp'])('%s stays on the 1st of January', (key) => {
    render(<StatefulMonthCard today="2026-01-01" />)
    focusButton(/^jueves 1 /)
    pressKey(key)
    expect([titleText(), focusedName()]).toEqual(['Enero 2026', 'jueves 1 de enero de 2026'])
  })
})

const datesOfYear = Array.from({ length: 365 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)))
const isoDay = (date: Date) => date.toISOString().slice(0, 10)
/** The full Spanish date without its comma: 'miércoles 4 de marzo de 2026'. */
const spanishDate = (date: Date) =>
  date.toLocaleDateString('es', { dateStyle: 'full', timeZone: 'UTC' }).replace(',', '')

describe.each(['America/Santiago', 'Asia/Tokyo', 'America/New_York'])('on a device in %s', (zone) => {
  it('has each day of the year once, under its weekday', () => {
    vi.stubEnv('TZ', zone)
    render(<StatefulMonthCard today="2026-10-14" start="2026-01" />)
    const shown: (string | null)[] = []
    for (let month = 1; month <= 12; month++) {
      shown.push(...dayNames())
      for (const day of within(screen.getByRole('grid')).getAllByRole('button')) {
        const column = (day.closest('td') as HTMLTableCellElement).cellIndex
        const weekday = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'][column]
        expect(day.getAttribute('aria-label')?.split(' ')[0]).toBe(weekday)
      }
      showNextMonth()
    }
    expect(shown).toEqual(datesOfYear.map(spanishDate))
  })

  it.each([
    ['2026-04-03', '2026-04-08'],
    ['2026-09-04', '2026-09-09'],
  ])('arrows pass each day once where the clocks change, from %s to %s', (from, to) => {
    vi.stubEnv('TZ', zone)
    render(<StatefulMonthCard today={from} />)
    const names = datesOfYear.filter((day) => isoDay(day) >= from && isoDay(day) <= to).map(spanishDate)
    focusButton(names[0] ?? '')
    const steps = names.slice(1)
    expect(steps.map(() => pressKey('ArrowRight'))).toEqual(steps)
    expect(steps.map(() => pressKey('ArrowLeft'))).toEqual(names.slice(0, -1).reverse())
  })
})
