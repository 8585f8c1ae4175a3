import type { Block } from '@apoderados/contract/calendar/timetable'
import type { ResponseOf } from '@apoderados/contract/calls/api'
import type { Student } from '@apoderados/contract/profile'
import { capitalize, longDay } from './format.ts'

export type Schedules = ResponseOf<'getCalendar'>['employee_schedules']
/** A local time in the school's time zone: the day `YYYY-MM-DD` and the time 'HH:MM'. */
export type Moment = { day: string; time: string }

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
export type Weekday = (typeof weekdays)[number]

export const weekdayLabels: Record<Weekday, string> = {
  monday: 'Lunes',
  tuesday: 'Martes',
  wednesday: 'Miércoles',
  thursday: 'Jueves',
  friday: 'Viernes',
}

const DAYS_PER_WEEK = 7

const noonOf = (day: string) => new Date(`${day}T12:00Z`)

/** The day `YYYY-MM-DD` that is `count` days after `day`. It is computed in UTC, which has no change of clocks. */
export function daysAfter(day: string, count: number): string {
  const noon = noonOf(day)
  noon.setUTCDate(noon.getUTCDate() + count)
  return noon.toISOString().slice(0, 10)
}

/** Returns the weekday of a day; undefined on a Saturday or Sunday. */
export const weekdayOf = (day: string): Weekday | undefined => weekdays[noonOf(day).getUTCDay() - 1]

/** Returns the first day from Monday to Friday that is after `day`. */
export function nextWeekday(day: string): string {
  const next = daysAfter(day, 1)
  return weekdayOf(next) ? next : nextWeekday(next)
}

/** The name of a future day: 'Mañana', within a week 'Lunes', later 'Lunes 20 de julio'. */
export function dayAhead(day: string, today: string): string {
  if (day === daysAfter(today, 1)) return 'Mañana'
  const name = capitalize(longDay(day))
  return day < daysAfter(today, DAYS_PER_WEEK) ? (name.split(' ')[0] ?? '') : name
}

/** Whether the enrollment is of the year of `day`; until the school imports its new lists, it is of the year before. */
export const hasEnrollmentOfYearOf = ({ enrollment }: Student, day: string): boolean =>
  enrollment?.year === Number(day.slice(0, 4))

const MINUTES_PER_DAY = 24 * 60

/** Limits minutes since midnight to one day. */
const clampToDay = (minutes: number) => Math.min(Math.max(minutes, 0), MINUTES_PER_DAY)

/** The start in minutes since midnight. */
export const startOf = ({ hour_start, minute_start }: Block): number =>
  clampToDay(hour_start * 60 + minute_start)

/** The end in minutes since midnight, not before the start. */
export const endOf = (block: Block): number =>
  Math.max(clampToDay(block.hour_end * 60 + block.minute_end), startOf(block))

/** 'HH:MM' → minutes since midnight. */
export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** Minutes since midnight → '08:05'. */
export const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** The blocks of a weekday in the order of their times; empty if the timetable lacks the weekday. */
export const blocksOf = (schedules: Schedules, weekday: Weekday): Block[] =>
  (schedules[weekday]?.daySchedule ?? []).toSorted(
    (one, other) => startOf(one) - startOf(other) || endOf(one) - endOf(other),
  )

export const isClass = ({ block_type }: Block): boolean => block_type === 'class'

export const isRunning = (block: Block, minutes: number): boolean =>
  startOf(block) <= minutes && minutes < endOf(block)

export const subjectOf = (block: Block): string => block.class?.subject_name || 'Sin asignatura'
