import { addDays, firstOn, MONDAY, SATURDAY, weekdayOf } from './days.ts'
import { holidaysOf } from './holidays.ts'

type DayRange = { starts_on: string; ends_on: string }
export type Closure = DayRange & { name: string }
export type DaysOff = Closure & { kind: 'holiday' | 'vacation' | 'closure' }

/** A school's periods and closures of one year, both sorted by start. */
export type SchoolYear = { year: number; periods: readonly DayRange[]; closures: readonly Closure[] }

/** `first_day` and `last_day` are those of the school's periods; null if it has none: then vacations are unknown. */
export type CalendarDays = { first_day: string | null; last_day: string | null; days_off: DaysOff[] }

const byStart = (one: DayRange, other: DayRange) => (one.starts_on < other.starts_on ? -1 : 1)

/**
 * Returns the holidays, closures and vacations from January of the year to February of the next, sorted and without
 * overlaps: a holiday replaces a closure, and both replace a vacation.
 */
export function calendarDaysOf({ year, periods, closures }: SchoolYear): CalendarDays {
  const span = { starts_on: `${year}-01-01`, ends_on: addDays(`${year + 1}-03-01`, -1) }
  let occupied = holidaysIn(year, span)
  for (const closure of closures) {
    const rest = partsOutside({ ...clip(closure, span), kind: 'closure' }, occupied)
    occupied = [...occupied, ...rest].sort(byStart)
  }
  const vacations = gapsOf(periods, span)
    .map((gap) => partsOutside(clip(gap, span), occupied))
    .filter((rest) => rest.some(hasWeekday))
  return {
    first_day: periods[0]?.starts_on ?? null,
    last_day: lastDayOf(periods),
    days_off: [...occupied, ...vacations.flat()].sort(byStart),
  }
}

/** Returns the holiday, closure or vacation that includes the day; undefined if there is none. */
export const dayOffOn = ({ days_off }: CalendarDays, day: string): DaysOff | undefined =>
  days_off.find(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)

/** Whether the day is from Monday to Friday, within the school year and no day off; false without periods. */
export function isClassDay(calendarDays: CalendarDays, day: string): boolean {
  const { first_day, last_day } = calendarDays
  const isInYear = first_day !== null && last_day !== null && first_day <= day && day <= last_day
  return isInYear && weekdayOf(day) < SATURDAY && !dayOffOn(calendarDays, day)
}

/** Returns the first class day after `day`; null if the rest of the school year has none. */
export function nextClassDay(calendarDays: CalendarDays, day: string): string | null {
  const { first_day, last_day } = calendarDays
  if (!first_day || !last_day) return null
  let next = day < first_day ? first_day : addDays(day, 1)
  while (next <= last_day && !isClassDay(calendarDays, next)) next = addDays(next, 1)
  return next <= last_day ? next : null
}

const holidaysIn = (year: number, span: DayRange): DaysOff[] =>
  [...holidaysOf(year), ...holidaysOf(year + 1)]
    .filter(([day]) => day <= span.ends_on)
    .map(([day, name]) => ({ starts_on: day, ends_on: day, kind: 'holiday', name }))

const lastDayOf = (periods: readonly DayRange[]) =>
  periods.reduce<string | null>((last, { ends_on }) => (last && last > ends_on ? last : ends_on), null)

const clip = <R extends DayRange>(range: R, span: DayRange): R => ({
  ...range,
  starts_on: range.starts_on < span.starts_on ? span.starts_on : range.starts_on,
  ends_on: range.ends_on > span.ends_on ? span.ends_on : range.ends_on,
})

/** Returns the parts of the range that are not in `occupied`, which is sorted by start. */
function partsOutside(range: DaysOff, occupied: readonly DayRange[]): DaysOff[] {
  const pieces: DaysOff[] = []
  let starts_on = range.starts_on
  for (const cut of occupied) {
    if (cut.ends_on < starts_on || cut.starts_on > range.ends_on) continue
    if (cut.starts_on > starts_on) pieces.push({ ...range, starts_on, ends_on: addDays(cut.starts_on, -1) })
    starts_on = addDays(cut.ends_on, 1)
  }
  return starts_on <= range.ends_on ? [...pieces, { ...range, starts_on }] : pieces
}

/** Returns the gaps before, between and after the periods, which may be only a weekend; none without periods. */
function gapsOf(periods: readonly DayRange[], span: DayRange): DaysOff[] {
  const last = lastDayOf(periods)
  if (!last) return []
  const gaps: DaysOff[] = []
  let { starts_on } = span
  for (const period of periods) {
    if (starts_on < period.starts_on)
      gaps.push(vacationBetween(starts_on, addDays(period.starts_on, -1), span))
    const next = addDays(period.ends_on, 1)
    if (next > starts_on) starts_on = next
  }
  if (starts_on <= span.ends_on) gaps.push(vacationBetween(starts_on, span.ends_on, span))
  return gaps
}

function vacationBetween(starts_on: string, ends_on: string, span: DayRange): DaysOff {
  const isSummer = starts_on === span.starts_on || ends_on === span.ends_on
  const name = isSummer ? 'Vacaciones de verano' : vacationName(starts_on.slice(5), ends_on.slice(5))
  return { starts_on, ends_on, kind: 'vacation', name }
}

/** Returns the name of a vacation from its first and last day, both as `MM-DD`. */
function vacationName(first: string, last: string): string {
  if (first <= '09-18' && last >= '09-17') return 'Vacaciones de Fiestas Patrias'
  return first < '09-01' && last >= '06-01' ? 'Vacaciones de invierno' : 'Vacaciones'
}

/** True if the range includes a day from Monday to Friday. */
const hasWeekday = ({ starts_on, ends_on }: DayRange) =>
  weekdayOf(starts_on) < SATURDAY || firstOn(MONDAY, starts_on) <= ends_on
