import { type CalendarDays, calendarDaysOf, type SchoolYear } from '@apoderados/contract/values/daysOff'
import ical, { type ICalCalendar, ICalCalendarMethod, ICalEventRepeatingFreq } from 'ical-generator'
import { classSeriesOf, type Lesson } from './classSeries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** After this time, a calendar program should read the calendar again. */
const REFRESH_SECONDS = 6 * 3600

type AgendaEvent = {
  id: number
  title: string | null
  description: string | null
  date: string
  content: string | null
  course: string | null
  subject: { name: string } | null
}

export type CalendarContent = SchoolYear & {
  student_id: number
  time_zone: string
  /** The course with its letter: '5° Básico A'. */
  course: string
  lessons: readonly Lesson[]
  events: readonly AgendaEvent[]
  /** The `DTSTAMP` of every entry. It is not the current time, so that the text changes only with its content. */
  created_at: Date
}

/** Makes each line end a line feed, and replaces other control characters, which may break a calendar, by spaces. */
const withoutControlCharacters = (text: string) =>
  text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n]/gu, ' ')
const joinParagraphs = (parts: readonly (string | null | undefined | false)[]) =>
  withoutControlCharacters(parts.filter(Boolean).join('\n\n'))

/** Writes a calendar in the format of RFC 5545, with all times in UTC; an event without a time is all-day. It names the course, but not the student. */
export function calendarText(content: CalendarContent): string {
  const calendar = ical({
    prodId: '-//Apoderados//Agenda y horario//ES',
    name: withoutControlCharacters(`Agenda y horario ${content.course}`),
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  })
  const days = calendarDaysOf(content)
  for (const event of content.events) addEvent(calendar, event, content)
  for (const lesson of content.lessons) addClasses(calendar, lesson, { ...content, days })
  return calendar.toString()
}

/** Returns the id of an entry. It contains the student's id, because two children of a family may share an event. */
const uidOf = (id: string, student_id: number) => `${id}-student-${student_id}@apoderados`

function addEvent(calendar: ICalCalendar, event: AgendaEvent, content: CalendarContent): void {
  const { student_id, created_at } = content
  const allDay = event.date.length === 'YYYY-MM-DD'.length
  const start = Date.parse(event.date)
  calendar.createEvent({
    id: uidOf(`event-${event.id}`, student_id),
    stamp: created_at,
    start: new Date(start),
    end: new Date(start + (allDay ? DAY_MS : HOUR_MS)),
    allDay,
    summary: withoutControlCharacters(event.title || 'Sin título').replaceAll('\n', ' '),
    description: joinParagraphs([
      event.description,
      event.content,
      event.subject && `Asignatura: ${event.subject.name}`,
      event.course && `Curso: ${event.course}`,
    ]),
  })
}

type ClassContext = Pick<CalendarContent, 'student_id' | 'time_zone' | 'course' | 'created_at'> & {
  days: CalendarDays
}

function addClasses(calendar: ICalCalendar, lesson: Lesson, week: ClassContext): void {
  for (const { id, start, end, last, omitted } of classSeriesOf(lesson, week.days, week.time_zone)) {
    calendar.createEvent({
      id: uidOf(id, week.student_id),
      stamp: week.created_at,
      start: new Date(start),
      end: new Date(end),
      summary: withoutControlCharacters(lesson.subject_name).replaceAll('\n', ' '),
      description: joinParagraphs([lesson.teacher, `Curso: ${week.course}`]),
      repeating: {
        freq: ICalEventRepeatingFreq.WEEKLY,
        until: new Date(last),
        // The library writes an invalid line for an empty list.
        ...(omitted.length > 0 && { exclude: omitted.map((instant) => new Date(instant)) }),
      },
    })
  }
}
