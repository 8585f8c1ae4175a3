import { expect, test } from 'vitest'
import { rhythmOf } from './dataAge.ts'

const dayOf = (date: string) => Date.parse(date) / 86_400_000
/** The rhythm of loads on these days, the last one first, as seen on `today`. */
const rhythm = (today: string, ...days: string[]) =>
  rhythmOf(days.map((day) => ({ day: dayOf(day), today: dayOf(today) })))
const fridays = ['2026-10-09', '2026-10-02', '2026-09-25', '2026-09-16', '2026-09-11']

test('data of each Friday is late from the second working day after the Friday on which it is missing', () => {
  const weekly = { usual_days: 5, usual_weekday: 5 }
  expect(rhythm('2026-10-19', ...fridays)).toEqual({ ...weekly, is_late: false })
  expect(rhythm('2026-10-20', ...fridays)).toEqual({ ...weekly, is_late: true })
})

test('a weekend makes no daily data late', () => {
  const week = ['2026-10-09', '2026-10-08', '2026-10-07', '2026-10-06', '2026-10-06']
  const daily = { usual_days: 1, usual_weekday: null }
  expect(rhythm('2026-10-13', ...week)).toEqual({ ...daily, is_late: false })
  expect(rhythm('2026-10-14', ...week)).toEqual({ ...daily, is_late: true })
})

test('three loads are not enough for a rhythm', () => {
  const none = { usual_days: null, usual_weekday: null, is_late: false }
  expect(rhythm('2026-12-01', ...fridays.slice(0, 3))).toEqual(none)
  expect(rhythmOf([])).toEqual(none)
})
