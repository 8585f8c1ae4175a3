import { addDays, daysBetween } from '@apoderados/contract/values/days'
import { isFree, type SchoolCalendar, schoolCalendar } from '../calendar/calendar.ts'
import type { CoursePlan } from '../courses/course.ts'
import { calendarOf } from '../courses/timetable.ts'
import { createRandom } from '../random.ts'
import { type AgendaEvent, agendaEvent } from '../records/agendaEvent.ts'
import { planAssessments } from '../records/assessments.ts'
import { classEvents, homework, varyEvent } from '../records/classEvents.ts'
import { familyEvent, schoolEvents } from '../records/schoolEvents.ts'

const EVENTS_TODAY = 2
const DAYS_AROUND = 3

type Course = { plan: CoursePlan; calendar: SchoolCalendar; events: AgendaEvent[] }

/** Returns additional events, so that the course has at least `wanted` on the day; none on a day without classes. */
function missingEvents({ plan, calendar, events }: Course, day: string, wanted: number): AgendaEvent[] {
  if (!calendar.classDays.includes(day)) return []
  const count = wanted - events.filter((event) => event.day === day).length
  const subjectHomework = homework(createRandom(plan.seed + 2), calendar, plan, day)
  const extra = [
    { ...subjectHomework, time: '08:00', document: 'Guía de ejercicios.pdf' },
    agendaEvent(day, 'Cuota de curso', { content: 'Último día para entregarla a la directiva.' }),
  ]
  return extra.slice(0, Math.max(0, count))
}

/**
 * Returns the agenda of the calendar year of `today`: first the whole school's events, then those of each course. The
 * courses' grades and attendance may be those of the year before. Today and the next day of classes have events, unless
 * today is a holiday or a closure. Each day has an event at most three days before or after it.
 */
export function planAgenda(today: string, plans: readonly CoursePlan[]): AgendaEvent[][] {
  const school = schoolCalendar(Number(today.slice(0, 4)))
  const next = school.classDays.find((day) => day > today) ?? today
  const schoolWideEvents = schoolEvents(school)
  const courseEvents = plans.map((plan) => {
    const calendar = calendarOf(school, plan)
    const events = classEvents(calendar, plan, planAssessments(calendar, plan))
    const course = { plan, calendar, events: events.map((event, index) => varyEvent(plan, event, index)) }
    const added = [
      ...missingEvents(course, today, EVENTS_TODAY),
      ...(next > today ? missingEvents(course, next, 1) : []),
    ]
    return [...course.events, ...added]
  })
  const isWithout = (day: string) =>
    courseEvents.some((events) => ![...events, ...schoolWideEvents].some((event) => event.day === day))
  const forFamilies = Array.from(new Set([today, next]))
    .filter((day) => isFree(school, day) && isWithout(day))
    .map(familyEvent)
  const dated = [...schoolWideEvents, ...forFamilies]
  return [[...dated, ...fillGaps(school, dated, courseEvents)], ...courseEvents]
}

/** Returns events of the whole school for each day on which a course would have no event at most three days away. */
function fillGaps(school: SchoolCalendar, ofSchool: AgendaEvent[], ofCourses: AgendaEvent[][]) {
  const { year } = school
  const daysOf = (events: AgendaEvent[]) => new Set([...events, ...ofSchool].map(({ day }) => day))
  const dated = ofCourses.map(daysOf)
  const added: AgendaEvent[] = []
  for (const day of daysBetween(`${year}-01-04`, `${year}-12-28`)) {
    const around = daysBetween(addDays(day, -DAYS_AROUND), addDays(day, DAYS_AROUND))
    if (dated.every((days) => around.some((near) => days.has(near)))) continue
    const free = around.findLast((near) => isFree(school, near))
    if (!free) continue
    added.push(familyEvent(free))
    for (const days of dated) days.add(free)
  }
  return added
}
