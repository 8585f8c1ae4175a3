import { addDays, SATURDAY, weekdayOf } from '@apoderados/contract/values/days'
import { allowsEvents, type SchoolCalendar } from '../calendar/calendar.ts'
import { termEvents, vacationEvents, winterWorkshops } from '../text/schoolEventTexts.ts'
import { type AgendaEvent, createEvent } from './agendaEvent.ts'

/** Returns the events of the whole school in the calendar year of `calendar`. */
export function schoolEvents(calendar: SchoolCalendar): AgendaEvent[] {
  const { year, winterBreak } = calendar
  const workday = (day: string): string =>
    weekdayOf(day) < SATURDAY && allowsEvents(calendar, day) ? day : workday(addDays(day, 1))
  return [
    ...[...vacationEvents, ...termEvents].map(([monthDay, title, details]) =>
      createEvent(workday(`${year}-${monthDay}`), title, details),
    ),
    ...winterWorkshops.flatMap((name, index) => {
      const day = winterBreak[index * 2 + 1]
      return day ? [createEvent(workday(day), `Taller abierto de invierno: ${name}`, { time: '10:00' })] : []
    }),
    ...milestoneEvents(calendar),
  ]
}

/** Returns the events whose days depend on the year's periods, closures and class days. */
function milestoneEvents({ year, periods, closures, classDays }: SchoolCalendar): AgendaEvent[] {
  const [first, second] = periods
  const lastBefore = (next = '') => classDays.filter((day) => day < next).at(-1)
  const beforeIndependence = lastBefore(`${year}-09-18`)
  const beforeAnniversary = lastBefore(closures.at(-1)?.starts_on)
  const firstEnd = first?.classDays.at(-1)
  if (!first || !second || !firstEnd || !beforeIndependence || !beforeAnniversary) return []
  const welcome = { time: '08:00', document: 'Carta de bienvenida.pdf' }
  const poster = { time: '10:00', document: 'Afiche Fiestas Patrias.png' }
  return [
    createEvent(first.starts_on, 'Inicio de clases', welcome),
    createEvent(firstEnd, 'Término del primer semestre', { content: 'Salida a las 13:00 h.' }),
    createEvent(second.starts_on, 'Inicio del segundo semestre', { time: '08:00' }),
    createEvent(beforeIndependence, 'Acto de Fiestas Patrias', poster),
    createEvent(beforeAnniversary, 'Acto de aniversario', {
      time: '10:00',
      document: 'Afiche aniversario.png',
    }),
    createEvent(second.ends_on, 'Último día de clases', { time: '12:00' }),
  ]
}

/** Returns an event of the whole school for families, to fill a day on which a course has no event. */
export function familyEvent(day: string): AgendaEvent {
  const weekday = weekdayOf(day)
  if (weekday === SATURDAY) return createEvent(day, 'Taller abierto: huerto familiar', { time: '10:00' })
  if (weekday > SATURDAY)
    return createEvent(day, 'Corrida familiar', { time: '10:30', content: 'Desde el portón principal.' })
  return createEvent(day, 'Biblioteca abierta a las familias', {
    time: '15:30',
    content: 'Préstamo de libros hasta las 17:30 h.',
  })
}
