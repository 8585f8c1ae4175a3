import type { ResponseOf } from '@apoderados/contract/api'
import type { Student } from '@apoderados/contract/profile'
import type { Block } from '@apoderados/contract/timetable'
import { capitalize, longDay } from './format.ts'

export type Schedules = ResponseOf<'getCalendar'>['employee_schedules']
/** A moment on the school's clock: its day `YYYY-MM-DD` and its time 'HH:MM'. */
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

/** The day `YYYY-MM-DD` so many days later: from noon to noon, so that no change of clocks shifts it. */
export function daysAfter(day: string, count: number): string {
  const noon = noonOf(day)
  noon.setUTCDate(noon.getUTCDate() + count)
  return noon.toISOString().slice(0, 10)
}

/** Undefined on a weekend. */
export const weekdayOf = (day: string): Weekday | undefined => weekdays[noonOf(day).getUTCDay() - 1]

/** The first Monday to Friday after a day. */
export function nextWeekday(day: string): string {
  const next = daysAfter(day, 1)
  return weekdayOf(next) ? next : nextWeekday(next)
}

/** As one speaks of a day to come: 'Mañana', within a week 'Lunes', later 'Lunes 20 de julio'. */
export function dayAhead(day: string, today: string): string {
  if (day === daysAfter(today, 1)) return 'Mañana'
  const name = capitalize(longDay(day))
  return day < daysAfter(today, DAYS_PER_WEEK) ? (name.split(' ')[0] ?? '') : name
}

/** Whether a student's classes are those of the day's year: until the new lists come, last year's still stand. */
export const areOfYear = ({ enrollment }: Student, day: string): boolean =>
  enrollment?.year === Number(day.slice(0, 4))

const MINUTES_PER_DAY = 24 * 60

/** Minutes since midnight, within the day. */
const clamp = (minutes: number) => Math.min(Math.max(minutes, 0), MINUTES_PER_DAY)

/** Minutes since midnight. */
export const startOf = ({ hour_start, minute_start }: Block): number => clamp(hour_start * 60 + minute_start)

/** Minutes since midnight, never before its start. */
export const endOf = (block: Block): number =>
  Math.max(clamp(block.hour_end * 60 + block.minute_end), startOf(block))

/** 'HH:MM' → minutes since midnight. */
export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** Minutes since midnight → '08:05'. */
export const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** The blocks of a day as they follow each other; a missing day has none. */
export const blocksOf = (schedules: Schedules, weekday: Weekday): Block[] =>
  (schedules[weekday]?.daySchedule ?? []).toSorted(
    (one, other) => startOf(one) - startOf(other) || endOf(one) - endOf(other),
  )

export const isClass = ({ block_type }: Block): boolean => block_type === 'class'

export const isRunning = (block: Block, minutes: number): boolean =>
  startOf(block) <= minutes && minutes < endOf(block)

/** What a class is called. */
export const subjectOf = (block: Block): string => block.class?.subject_name || 'Sin asignatura'
