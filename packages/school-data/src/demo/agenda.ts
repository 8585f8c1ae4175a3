import { type SchoolCalendar, schoolCalendar } from '../calendar/calendar.ts'
import type { CoursePlan } from '../courses/course.ts'
import { calendarOf } from '../courses/timetable.ts'
import { createRandom } from '../random.ts'
import { type AgendaEvent, agendaEvent } from '../records/agendaEvent.ts'
import { planAssessments } from '../records/assessments.ts'
import { classEvents, homework, varied } from '../records/classEvents.ts'
import { familyEvent, schoolEvents } from '../records/schoolEvents.ts'

const EVENTS_TODAY = 2

type Course = { plan: CoursePlan; calendar: SchoolCalendar; events: AgendaEvent[] }

/** What a course lacks to have `wanted` events on a day; nothing on a day without classes. */
function missing({ plan, calendar, events }: Course, day: string, wanted: number): AgendaEvent[] {
  if (!calendar.classDays.includes(day)) return []
  const count = wanted - events.filter((event) => event.day === day).length
  const ofSubject = homework(createRandom(plan.seed + 2), calendar, plan, day)
  const extra = [
    { ...ofSubject, time: '08:00', document: 'Guía de ejercicios.pdf' },
    agendaEvent(day, 'Cuota de curso', { content: 'Último día para entregarla a la directiva.' }),
  ]
  return extra.slice(0, Math.max(0, count))
}

/**
 * The agenda of the calendar year of `today`, whatever the school year is: the course that it hangs from may
 * be last year's. First the whole school's, then each course's. Today and the next day of classes always have something.
 */
export function planAgenda(today: string, plans: readonly CoursePlan[]): AgendaEvent[][] {
  const school = schoolCalendar(Number(today.slice(0, 4)))
  const next = school.classDays.find((day) => day > today) ?? today
  const ofSchool = schoolEvents(school)
  const ofCourses = plans.map((plan) => {
    const calendar = calendarOf(school, plan)
    const events = classEvents(calendar, plan, planAssessments(calendar, plan))
    const course = { plan, calendar, events: events.map((event, index) => varied(plan, event, index)) }
    const added = [...missing(course, today, EVENTS_TODAY), ...(next > today ? missing(course, next, 1) : [])]
    return [...course.events, ...added]
  })
  const isWithout = (day: string) =>
    ofCourses.some((events) => ![...events, ...ofSchool].some((event) => event.day === day))
  const forFamilies = Array.from(new Set([today, next]))
    .filter(isWithout)
    .map(familyEvent)
  return [[...ofSchool, ...forFamilies], ...ofCourses]
}
