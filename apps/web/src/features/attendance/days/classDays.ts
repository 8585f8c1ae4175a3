import type { AttendanceStatus, DayAttendance } from '@apoderados/contract/attendance'
import { longDay } from '../../../shared/text/format.ts'
import { labelOf } from '../../../shared/text/labels.ts'

/** The statuses in the order of the legend. */
export const statusLabels: Record<AttendanceStatus, string> = {
  present: 'Presente',
  late: 'Con atraso',
  absent: 'Ausente',
}
export const statuses = Object.keys(statusLabels) as AttendanceStatus[]

export const countOf = (days: readonly DayAttendance[], status: AttendanceStatus): number =>
  days.filter((day) => day.status === status).length

/** 'lunes 4 de mayo: ausente'. An unknown status of a newer server is shown unchanged. */
export const dayText = ({ date, status }: DayAttendance): string =>
  `${longDay(date)}: ${labelOf(statusLabels, status).toLowerCase()}`

/** `month` is `YYYY-MM`. */
export type Month = { month: string; days: readonly DayAttendance[] }

export function monthsOf(days: readonly DayAttendance[]): Month[] {
  const months = new Set(days.map(({ date }) => date.slice(0, 7)))
  return Array.from(months, (month) => ({ month, days: days.filter(({ date }) => date.startsWith(month)) }))
}

const MS_PER_DAY = 86_400_000
/** 1 January 1970 was a Thursday. */
const DAYS_FROM_MONDAY = 3

/** The number of the week that contains the date, counted from 1970; a week begins on Monday. */
const weekOf = (date: string) => Math.floor((Date.parse(date) / MS_PER_DAY + DAYS_FROM_MONDAY) / 7)

/** Whether the next class day is in a later week; false for the last day of the list. */
export const isNextDayInLaterWeek = (days: readonly DayAttendance[], index: number): boolean => {
  const [day, next] = days.slice(index, index + 2)
  return day !== undefined && next !== undefined && weekOf(day.date) !== weekOf(next.date)
}
