import {
  addDays,
  daysBetween,
  FRIDAY,
  firstOn,
  MONDAY,
  SATURDAY,
  WEDNESDAY,
  weekdayOf,
} from '@apoderados/contract/values/days'
import type { Closure } from '@apoderados/contract/values/daysOff'
import { holidaysOf } from '@apoderados/contract/values/holidays'

export type Period = { name: string; starts_on: string; ends_on: string; classDays: string[] }
export type SchoolCalendar = {
  year: number
  periods: Period[]
  closures: Closure[]
  classDays: string[]
  winterBreak: string[]
}

/** Returns the closures of every school in a year: a Thursday and Friday in May, and a Friday in November. */
function closuresOf(year: number): Closure[] {
  const planning = firstOn(FRIDAY, `${year}-05-08`)
  const anniversary = firstOn(FRIDAY, `${year}-11-05`)
  return [
    { name: 'Jornada de planificación', starts_on: addDays(planning, -1), ends_on: planning },
    { name: 'Aniversario del colegio', starts_on: anniversary, ends_on: anniversary },
  ]
}

/** True if the school can have events on the day: it is neither a holiday nor in a closure, but may be on a weekend. */
export const allowsEvents = (
  { year, closures }: Pick<SchoolCalendar, 'year' | 'closures'>,
  day: string,
): boolean =>
  !holidaysOf(year).has(day) && !closures.some(({ starts_on, ends_on }) => day >= starts_on && day <= ends_on)

/**
 * Returns the school year of the Metropolitan Region for schools with full-day classes, by the rules of its published
 * calendars: from the first Wednesday of March to the first Friday of December, with a winter break of two weeks
 * from the first Monday on or after 20 June. The first semester ends on the Thursday before the break.
 */
export function schoolCalendar(year: number): SchoolCalendar {
  const closures = closuresOf(year)
  const period = (name: string, starts_on: string, ends_on: string): Period => ({
    name,
    starts_on,
    ends_on,
    classDays: daysBetween(starts_on, ends_on).filter(
      (day) => weekdayOf(day) < SATURDAY && allowsEvents({ year, closures }, day),
    ),
  })
  const breakStarts = firstOn(MONDAY, `${year}-06-20`)
  const breakEnds = addDays(breakStarts, 11)
  const periods = [
    period('1° Semestre', firstOn(WEDNESDAY, `${year}-03-01`), addDays(breakStarts, -4)),
    period('2° Semestre', addDays(breakEnds, 3), firstOn(FRIDAY, `${year}-12-01`)),
  ]
  return {
    year,
    periods,
    closures,
    classDays: periods.flatMap(({ classDays }) => classDays),
    winterBreak: daysBetween(breakStarts, breakEnds).filter((day) => weekdayOf(day) < SATURDAY),
  }
}
