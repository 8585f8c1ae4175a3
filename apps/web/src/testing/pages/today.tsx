import type { JsonCallName } from '@apoderados/contract/calls/api'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { TodayCard } from '../../features/home/TodayCard.tsx'
import { useToday } from '../../features/home/useToday.ts'
import { queryClient } from '../../shared/api/queryClient.ts'
import { aClass } from '../data/blocks.ts'
import { daysOf2026 } from '../data/calendarDays.ts'
import { anEvent } from '../data/events.ts'
import { aStudent } from '../data/people.ts'
import { fakeApi } from '../fakeApi.ts'
import { signedIn } from '../signedIn.ts'

export const completeDay = {
  schedules: { wednesday: { daySchedule: [aClass('09:45', '11:15', 'Historia')] } },
  calendarDays: daysOf2026(),
  average: 5.95 as number | null,
  attendance: 91.89 as number | null,
  events: [
    anEvent({ date: '2026-10-14' }),
    anEvent({ id: 2 }),
    anEvent({ id: 3, title: 'Salida', subject: null }),
  ],
}
/** The calls that the card of today makes at once; it calls `getPeriodQualifications` after `getSubPeriods`. */
export const cardCalls: JsonCallName[] = [
  'getCalendarDays',
  'getCalendar',
  'getSubPeriods',
  'getArrears',
  'getUpcomingEvents',
]

/** A server that answers the calls of the card of today, except `pendingCalls`, whose responses the test adds. */
export function todayServer(changes: Partial<typeof completeDay> = {}, ...pendingCalls: JsonCallName[]) {
  const { schedules, calendarDays, average, attendance, events } = { ...completeDay, ...changes }
  const server = fakeApi()
  const respond: typeof server.respond = (name, body) => {
    if (!pendingCalls.includes(name)) server.respond(name, body)
  }
  respond('getCalendarDays', calendarDays)
  respond('getCalendar', { employee_schedules: schedules })
  respond('getSubPeriods', [{ id: 5, name: '1° Semestre' }])
  respond('getPeriodQualifications', { averages: [], average })
  respond('getArrears', { arrears: [], attendance_percentage: attendance })
  respond('getUpcomingEvents', events)
  return server
}

/** The card of today of a student. */
export const CardOfToday = () => <TodayCard today={useToday(aStudent())} />

export function renderTodayCard(changes: Partial<typeof completeDay> = {}) {
  const server = todayServer(changes)
  render(<CardOfToday />)
  return server
}

export const waitForCard = () => waitFor(() => expect(document.querySelector('.skeleton-bar')).toBeNull())
/** Returns the text and the address of each link. */
export const linkTexts = () =>
  screen
    .queryAllByRole('link')
    .map((link) => `${link.textContent?.replace(/\s+/g, ' ').trim()} → ${link.getAttribute('href')}`)

/** Starts each test signed in, on a Wednesday at 10:24 in the school's time zone. */
export function startOnWednesdayMorning() {
  beforeEach(() => {
    queryClient.clear()
    signedIn()
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-14T13:24:00Z') })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}
