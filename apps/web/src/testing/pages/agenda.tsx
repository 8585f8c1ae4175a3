import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { AgendaPage } from '../../features/agenda/AgendaPage.tsx'
import { queryClient } from '../../shared/api/queryClient.ts'
import { daysOf2026 } from '../data/calendarDays.ts'
import { aStudent } from '../data/people.ts'
import { fakeApi } from '../fakeApi.ts'
import { signedIn } from '../signedIn.ts'

/** A server for the page of the agenda, with a school year without days off. */
export function agendaServer(events: DiaryEvent[] = [], diary_counts: Record<string, number> = {}) {
  const api = agendaServerWithoutDays(events, diary_counts)
  api.respond('getCalendarDays', daysOf2026())
  return api
}

/** A server for the page of the agenda that does not reply to `getCalendarDays`; the test adds that reply. */
export function agendaServerWithoutDays(
  events: DiaryEvent[] = [],
  diary_counts: Record<string, number> = {},
) {
  const api = fakeApi()
  api.respond('getCalendar', { employee_schedules: {} })
  api.respond('countDiaryEvents', { diary_counts })
  api.respond('getDiaryEvents', events)
  return api
}

export const renderAgenda = () => render(<AgendaPage student={aStudent()} />)
export const daySection = () => screen.findByRole('region', { name: 'Eventos del día' })
export const eventRows = async () => {
  const buttons = await within(await daySection()).findAllByRole('button')
  return buttons.map((row) => row.textContent)
}
export const clickButton = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

/**
 * Starts each test signed in, at 23:30 of 14 October 2026 in the school's time zone. A test may set the time zone of
 * the device by the environment variable `TZ`.
 */
export function startOnFourteenthOfOctober() {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-15T02:30:00Z') })
    queryClient.clear()
    signedIn()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })
}
