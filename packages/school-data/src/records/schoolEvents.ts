import { addDays, SATURDAY, weekdayOf } from '@apoderados/contract/values/days'
import { allowsEvents, type SchoolCalendar } from '../calendar/calendar.ts'
import { termEvents, vacationEvents, winterWorkshops } from '../text/schoolEventTexts.ts'
import { type AgendaEvent, createAgendaEvent } from './agendaEvent.ts'

/** Returns the events of the whole school in the calendar year of `calendar`. */
export function schoolEvents(calendar: SchoolCalendar): AgendaEvent[] {
  const { year, winterBreak } = calendar
  const workday = (day: string): string =>
    weekdayOf(day) < SATURDAY && allowsEvents(calendar, day) ? day : workday(addDays(day, 1))
  return [
    ...[...vacationEvents, ...termEvents].map(([monthDay, title, details]) =>
      createAgendaEvent(workday(`${year}-${monthDay}`), title, details),
    ),
    ...winterWorkshops.flatMap((name, index) => {
      const day = winterBreak[index * 2 + 1]
      return day
        ? [createAgendaEvent(workday(day), `Taller abierto de invierno: ${name}`, { time: '10:00' })]
        : []
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
    createAgendaEvent(first.starts_on, 'Inicio de clases', welcome),
    createAgendaEvent(firstEnd, 'Término del primer semestre', { content: 'Salida a las 13:00 h.' }),
    createAgendaEvent(second.starts_on, 'Inicio del segundo semestre', { time: '08:00' }),
    createAgendaEvent(beforeIndependence, 'Acto de Fiestas Patrias', poster),
    createAgendaEvent(beforeAnniversary, 'Acto de aniversario', {
      time: '10:00',
      document: 'Afiche aniversario.png',
    }),
    createAgendaEvent(second.ends_on, 'Último día de clases', { time: '12:00' }),
  ]
}

/** Returns an event of the whole school for families, to fill a day on which a course has no event. */
export function familyEvent(day: string): AgendaEvent {
  const weekday = weekdayOf(day)
  if (weekday === SATURDAY)
    return createAgendaEvent(day, 'Taller abierto: huerto familiar', { time: '10:00' })
  if (weekday > SATURDAY)
    return createAgendaEvent(day, 'Corrida familiar', {
      time: '10:30',
      content: 'Desde el portón principal.',
    })
  return createAgendaEvent(day, 'Biblioteca abierta a las familias', {
    time: '15:30',
    content: 'Préstamo de libros hasta las 17:30 h.',
  })
}
