import { capitalize, longDay } from '../text/format.ts'
import { daysAfter } from '../text/week.ts'
import type { DaysOff } from './schoolDays.ts'

/** The text of a longer break names only its first day: the last one, without its month, would be ambiguous. */
const LONG_BREAK_DAYS = 28

type DayOffReason = Pick<DaysOff, 'kind' | 'name'>

/** Returns a label such as 'Feriado: Navidad', 'Vacaciones de invierno', 'Sin clases: Jornada de profesores'. */
export function dayOffLabel({ kind, name }: DayOffReason): string {
  if (kind === 'holiday') return `Feriado: ${name}`
  if (kind !== 'vacation') return `Sin clases: ${name}`
  return name.startsWith('Vacaciones') ? name : `Vacaciones: ${name}`
}

/** Returns a text such as 'Hoy es feriado: Navidad', 'Vacaciones de invierno', 'Hoy no hay clases: Jornada'. */
export function todayOffText(off: DayOffReason): string {
  if (off.kind === 'holiday') return `Hoy es feriado: ${off.name}`
  return off.kind === 'vacation' ? dayOffLabel(off) : `Hoy no hay clases: ${off.name}`
}

const uncapitalize = (text: string): string => text.charAt(0).toLocaleLowerCase('es-CL') + text.slice(1)

/** A day `YYYY-MM-DD` → 'viernes 25'. */
const shortDay = (day: string): string => longDay(day).split(' ', 2).join(' ')

/** Returns 'Viernes 25: feriado, Navidad', 'Del lunes 22 al viernes 3: vacaciones' or 'Desde el lunes 7: …'. */
export function breakText(off: DaysOff): string {
  const { starts_on, ends_on } = off
  const first = shortDay(starts_on)
  const reason = uncapitalize(dayOffLabel(off)).replace(/^(feriado|sin clases|vacaciones):/, '$1,')
  if (starts_on === ends_on) return `${capitalize(first)}: ${reason}`
  const isLong = ends_on >= daysAfter(starts_on, LONG_BREAK_DAYS)
  return isLong ? `Desde el ${first}: ${reason}` : `Del ${first} al ${shortDay(ends_on)}: ${reason}`
}

/** Returns 'El viernes 25 es feriado: Navidad' or 'Del lunes 22 al viernes 26 no hay clases: …', of one week's days. */
export function weekOffText(first: string, last: string, { kind, name }: DayOffReason): string {
  const days = first === last ? `El ${shortDay(first)}` : `Del ${shortDay(first)} al ${shortDay(last)}`
  return kind === 'holiday' && first === last
    ? `${days} es feriado: ${name}`
    : `${days} no hay clases: ${name}`
}
