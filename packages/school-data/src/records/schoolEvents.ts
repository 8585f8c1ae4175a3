import { addDays, SATURDAY, weekdayOf } from '@apoderados/contract/values/days'
import { isFree, type SchoolCalendar } from '../calendar/calendar.ts'
import { termEvents, vacationEvents, winterWorkshops } from '../text/schoolEventTexts.ts'
import { type AgendaEvent, agendaEvent } from './agendaEvent.ts'

/** Returns the calendar year's events of the whole school. */
export function schoolEvents(calendar: SchoolCalendar): AgendaEvent[] {
  const { year, winterBreak } = calendar
  const workday = (day: string): string =>
    weekdayOf(day) < SATURDAY && isFree(calendar, day) ? day : workday(addDays(day, 1))
  return [
    ...[...vacationEvents, ...termEvents].map(([monthDay, title, details]) =>
      agendaEvent(workday(`${year}-${monthDay}`), title, details),
    ),
    ...winterWorkshops.flatMap((name, index) => {
      const day = winterBreak[index * 2 + 1]
      return day ? [agendaEvent(workday(day), `Taller abierto de invierno: ${name}`, { time: '10:00' })] : []
    }),
    ...milestones(calendar),
  ]
}

/** Returns the events whose days depend on the year's periods and closures. */
function milestones({ year, periods, closures, classDays }: SchoolCalendar): AgendaEvent[] {
  const [first, second] = periods
  const lastBefore = (next = '') => classDays.filter((day) => day < next).at(-1)
  const beforeIndependence = lastBefore(`${year}-09-18`)
  const beforeAnniversary = lastBefore(closures.at(-1)?.starts_on)
  const firstEnd = first?.classDays.at(-1)
  if (!first || !second || !firstEnd || !beforeIndependence || !beforeAnniversary) return []
  const welcome = { time: '08:00', document: 'Carta de bienvenida.pdf' }
  const poster = { time: '10:00', document: 'Afiche Fiestas Patrias.png' }
  return [
    agendaEvent(first.starts_on, 'Inicio de clases', welcome),
    agendaEvent(firstEnd, 'Término del primer semestre', { content: 'Salida a las 13:00 h.' }),
    agendaEvent(second.starts_on, 'Inicio del segundo semestre', { time: '08:00' }),
    agendaEvent(beforeIndependence, 'Acto de Fiestas Patrias', poster),
    agendaEvent(beforeAnniversary, 'Acto de aniversario', {
      time: '10:00',
      document: 'Afiche aniversario.png',
    }),
    agendaEvent(second.ends_on, 'Último día de clases', { time: '12:00' }),
  ]
}

/** Returns an event for families, for a day that has no other event. */
export function familyEvent(day: string): AgendaEvent {
  const weekday = weekdayOf(day)
  if (weekday === SATURDAY) return agendaEvent(day, 'Taller abierto: huerto familiar', { time: '10:00' })
  if (weekday > SATURDAY)
    return agendaEvent(day, 'Corrida familiar', { time: '10:30', content: 'Desde el portón principal.' })
  return agendaEvent(day, 'Biblioteca abierta a las familias', {
    time: '15:30',
    content: 'Préstamo de libros hasta las 17:30 h.',
  })
}
