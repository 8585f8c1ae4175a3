import { daysAfter, nextSchoolDay, weekdayOf } from '../../shared/text/week.ts'

export type DayOff = { kind: string; name: string }

/** What the school's calendar says of days `YYYY-MM-DD`. */
export type SchoolDays = {
  /** Without an answer nothing is. */
  isKnown: boolean
  dayOff(day: string): DayOff | undefined
  isClassDay(day: string): boolean
  /** The next `count` days with classes after a day, or fewer where the calendar ends. */
  nextClassDays(day: string, count: number): string[]
}

/** Monday to Friday. */
export const weekdaysOnly: SchoolDays = {
  isKnown: true,
  dayOff: () => undefined,
  isClassDay: (day) => weekdayOf(day) !== undefined,
  nextClassDays(day, count) {
    const days: string[] = []
    for (let next = day; days.length < count; days.push(next)) next = nextSchoolDay(next)
    return days.filter((next) => next >= daysAfter(day, 1))
  },
}

/** 'Hoy es feriado: Navidad', 'Vacaciones de invierno', 'Hoy no hay clases: Jornada de profesores'. */
export function dayOffText({ kind, name }: DayOff): string {
  if (kind === 'holiday') return `Hoy es feriado: ${name}`
  if (kind !== 'vacation') return `Hoy no hay clases: ${name}`
  return name.startsWith('Vacaciones') ? name : `Vacaciones: ${name}`
}
