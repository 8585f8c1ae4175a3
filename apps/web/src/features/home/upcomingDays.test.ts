import { expect, it } from 'vitest'
import { anEvent } from '../../testing/events.ts'
import { type SchoolDays, weekdaysOnly } from './schoolDays.ts'
import { upcomingDays } from './upcomingDays.ts'

const FRIDAY = '2026-10-16'
const idsByDay = (days: ReturnType<typeof upcomingDays>) =>
  days.map(({ day, events }) => [day, ...events.map(({ id }) => id)])

it('lists five days with classes after today, and what lies between where it has events', () => {
  const events = [
    anEvent({ id: 1, date: FRIDAY }),
    anEvent({ id: 2, date: '2026-10-17T10:00:00-03:00' }), // a Saturday
    anEvent({ id: 3, date: '2026-10-20' }),
    anEvent({ id: 4, date: '2026-10-20T15:30:00-03:00' }),
    anEvent({ id: 5, date: '2026-10-26' }),
  ]
  expect(idsByDay(upcomingDays(events, FRIDAY, weekdaysOnly))).toEqual([
    ['2026-10-17', 2],
    ['2026-10-19'],
    ['2026-10-20', 3, 4],
    ['2026-10-21'],
    ['2026-10-22'],
    ['2026-10-23'],
  ])
})

it('says nothing of days after those of the answer', () => {
  const after: SchoolDays = { ...weekdaysOnly, nextClassDays: () => ['2026-11-05', '2026-11-06'] }
  expect(idsByDay(upcomingDays([], FRIDAY, after))).toEqual([['2026-11-05']])
})

it('lists the days with events alone once the year of classes is over', () => {
  const over: SchoolDays = { ...weekdaysOnly, nextClassDays: () => [] }
  expect(idsByDay(upcomingDays([anEvent({ date: '2026-10-21' })], FRIDAY, over))).toEqual([['2026-10-21', 1]])
})
