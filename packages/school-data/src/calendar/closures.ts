import { addDays, FRIDAY, firstOn } from '@apoderados/contract/values/days'
import type { Closure } from '@apoderados/contract/values/daysOff'

/** Returns a school's closures of a year: two days in May, and a Friday of November. */
export function closuresOf(year: number): Closure[] {
  const planning = firstOn(FRIDAY, `${year}-05-08`)
  const anniversary = firstOn(FRIDAY, `${year}-11-05`)
  return [
    { name: 'Jornada de planificación', starts_on: addDays(planning, -1), ends_on: planning },
    { name: 'Aniversario del colegio', starts_on: anniversary, ends_on: anniversary },
  ]
}

/** True if the day is within one of the closures. */
export const isClosed = (closures: readonly Closure[], day: string): boolean =>
  closures.some(({ starts_on, ends_on }) => day >= starts_on && day <= ends_on)
