import type { AttendanceStatus, DayAttendance } from '@apoderados/contract/attendance'
import { longDay } from '../../shared/text/format.ts'
import { labelOf } from '../../shared/text/labels.ts'

/** The labels of the statuses, in the order of the legend. */
export const statusLabels: Record<AttendanceStatus, string> = {
  present: 'Presente',
  late: 'Con atraso',
  absent: 'Ausente',
}
export const attendanceStatuses = Object.keys(statusLabels) as AttendanceStatus[]

export const countOf = (days: readonly DayAttendance[], status: AttendanceStatus): number =>
  days.filter((day) => day.status === status).length

/** The day with its status: 'lunes 4 de mayo: ausente'. An unknown status of a newer server is kept, in lower case. */
export const dayText = ({ date, status }: DayAttendance): string =>
  `${longDay(date)}: ${labelOf(statusLabels, status).toLowerCase()}`

/** A month `YYYY-MM` with its class days. */
export type ClassMonth = { month: string; days: readonly DayAttendance[] }

export function monthsOf(days: readonly DayAttendance[]): ClassMonth[] {
  const months = new Set(days.map(({ date }) => date.slice(0, 7)))
  return Array.from(months, (month) => ({ month, days: days.filter(({ date }) => date.startsWith(month)) }))
}

const MS_PER_DAY = 86_400_000
/** The days from a Monday to 1 January 1970, which was a Thursday. */
const EPOCH_DAYS_FROM_MONDAY = 3

/** The number of the week that contains the date, counted from 1970; a week begins on Monday. */
const weekNumberOf = (date: string) =>
  Math.floor((Date.parse(date) / MS_PER_DAY + EPOCH_DAYS_FROM_MONDAY) / 7)

/** Whether the class day after the one at `index` is in a later week; false for the last day of the list. */
export const isNextDayInLaterWeek = (days: readonly DayAttendance[], index: number): boolean => {
  const [day, next] = days.slice(index, index + 2)
  return day !== undefined && next !== undefined && weekNumberOf(day.date) !== weekNumberOf(next.date)
}
