import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, vi } from 'vitest'
import { TimetablePage } from '../../features/timetable/TimetablePage.tsx'
import { queryClient } from '../../shared/api/queryClient.ts'
import type { Schedules } from '../../shared/text/week.ts'
import { aBreak, aClass } from '../data/blocks.ts'
import { daysOf2026 } from '../data/calendarDays.ts'
import { aStudent } from '../data/people.ts'
import { fakeApi } from '../fakeApi.ts'
import { signedIn } from '../signedIn.ts'

export const wednesday = [
  aClass('08:00', '09:30', 'Lenguaje y Comunicación'),
  aBreak('09:30', '09:45'),
  aClass('09:45', '11:15', 'Historia'),
  aClass('14:00', '15:30', 'Tecnología', { employee_name: 'Daniela', employee_last_name: 'Cárcamo' }),
]
export const week: Schedules = {
  monday: { daySchedule: [aClass('08:00', '09:30', 'Matemática')] },
  tuesday: { daySchedule: [] },
  wednesday: { daySchedule: wednesday },
}

/** A Wednesday in winter, at 10:30 in the school's time zone. */
export const WEDNESDAY = '2026-07-15T14:30:00Z'
/** Sets the time, and makes the page read it at once. */
export const setClock = (moment: string) => {
  vi.setSystemTime(new Date(moment))
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

/** Starts each test signed in at the time of WEDNESDAY. */
export function startOnWednesday() {
  beforeEach(() => {
    queryClient.clear()
    signedIn()
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(WEDNESDAY) })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

type Server = ReturnType<typeof fakeApi>
const responseDays = (server: Server) => server.respond('getCalendarDays', daysOf2026())

export function renderTimetable(
  employee_schedules: Schedules = week,
  replyDays: (server: Server) => void = responseDays,
) {
  const server = fakeApi()
  server.respond('getCalendar', { employee_schedules })
  replyDays(server)
  render(<TimetablePage student={aStudent()} />)
  return server
}

export const panel = (name: string) => screen.findByRole('tabpanel', { name })
/** Returns the texts of the blocks in the panel of a weekday. */
export const blocks = async (name: string) =>
  within(await panel(name))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
export const chooseDay = (name: string) => userEvent.click(screen.getByRole('tab', { name }))
