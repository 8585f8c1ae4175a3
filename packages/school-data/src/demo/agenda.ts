import { addDays, daysBetween } from '@apoderados/contract/values/days'
import { allowsEvents, type SchoolCalendar, schoolCalendar } from '../calendar/calendar.ts'
import type { CoursePlan } from '../courses/course.ts'
import { calendarOfCourse } from '../courses/timetable.ts'
import { createRandom } from '../random.ts'
import { type AgendaEvent, createEvent } from '../records/agendaEvent.ts'
import { planAssessments } from '../records/assessments.ts'
import { classEvents, drawHomework, varyEvent } from '../records/classEvents.ts'
import { familyEvent, schoolEvents } from '../records/schoolEvents.ts'

const MIN_EVENTS_TODAY = 2
/** The highest number of days from any day to a course's nearest event. */
const MAX_DAYS_TO_EVENT = 3

type PlannedCourse = { plan: CoursePlan; calendar: SchoolCalendar; events: AgendaEvent[] }

/** Returns the events to add so that a course has at least `wanted`, 1 or 2, on the day; none if it has no classes. */
function missingEvents(
  { plan, calendar, events }: PlannedCourse,
  day: string,
  wanted: number,
): AgendaEvent[] {
  if (!calendar.classDays.includes(day)) return []
  const count = wanted - events.filter((event) => event.day === day).length
  const subjectHomework = drawHomework(createRandom(plan.seed + 2), calendar, plan, day)
  const extra = [
    { ...subjectHomework, time: '08:00', document: 'Guía de ejercicios.pdf' },
    createEvent(day, 'Cuota de curso', { content: 'Último día para entregarla a la directiva.' }),
  ]
  return extra.slice(0, Math.max(0, count))
}

/**
 * Returns the agenda of the calendar year of `today`: first the whole school's events, then those of each course. Every
 * course has an event, of its own or of the school, on the next class day, on `today` unless it is a holiday or in a
 * closure, and at most three days before or after each day from 4 January to 28 December.
 */
export function planAgenda(today: string, plans: readonly CoursePlan[]): AgendaEvent[][] {
  const school = schoolCalendar(Number(today.slice(0, 4)))
  const next = school.classDays.find((day) => day > today) ?? today
  const schoolWideEvents = schoolEvents(school)
  const courseEvents = plans.map((plan) => {
    const calendar = calendarOfCourse(school, plan)
    const events = classEvents(calendar, plan, planAssessments(calendar, plan))
    const course = { plan, calendar, events: events.map((event, index) => varyEvent(plan, event, index)) }
    const added = [
      ...missingEvents(course, today, MIN_EVENTS_TODAY),
      ...(next > today ? missingEvents(course, next, 1) : []),
    ]
    return [...course.events, ...added]
  })
  const isWithout = (day: string) =>
    courseEvents.some((events) => ![...events, ...schoolWideEvents].some((event) => event.day === day))
  const forFamilies = Array.from(new Set([today, next]))
    .filter((day) => allowsEvents(school, day) && isWithout(day))
    .map(familyEvent)
  const dated = [...schoolWideEvents, ...forFamilies]
  return [[...dated, ...eventsForGaps(school, dated, courseEvents)], ...courseEvents]
}

/** Returns events of the whole school to fill gaps: days from which a course's nearest event is over 3 days away. */
function eventsForGaps(school: SchoolCalendar, ofSchool: AgendaEvent[], ofCourses: AgendaEvent[][]) {
  const { year } = school
  const daysOf = (events: AgendaEvent[]) => new Set([...events, ...ofSchool].map(({ day }) => day))
  const dated = ofCourses.map(daysOf)
  const added: AgendaEvent[] = []
  for (const day of daysBetween(`${year}-01-04`, `${year}-12-28`)) {
    const around = daysBetween(addDays(day, -MAX_DAYS_TO_EVENT), addDays(day, MAX_DAYS_TO_EVENT))
    if (dated.every((days) => around.some((near) => days.has(near)))) continue
    const free = around.findLast((near) => allowsEvents(school, near))
    if (!free) continue
    added.push(familyEvent(free))
    for (const days of dated) days.add(free)
  }
  return added
}
