import type { ResponseOf } from '@apoderados/contract/calls/api'
import type { FamilyEvent, StudentOverview } from '@apoderados/contract/family'
import type { Student } from '@apoderados/contract/profile'
import { dayOffLabel } from '../schoolDays/dayOffText.ts'
import { momentOf } from '../text/events.ts'
import { dayAhead, hasEnrollmentOfYearOf, type Moment } from '../text/week.ts'

type Overview = ResponseOf<'getFamilyOverview'>

/** The content of a student's card. */
export type ChildDay = {
  /** The text about the current or next class, or the reason of a day off; undefined if none is known. */
  now: string | undefined
  today: FamilyEvent[]
  /** The events of each later day that the overview contains; `label` names the day: 'Mañana', 'Lunes'. */
  ahead: { label: string; events: FamilyEvent[] }[]
  /** Whether the student has events in common with another child, which `sharedEvents` lists for all. */
  hasSharedEvents: boolean
  /** The percentage from 0 to 100; null if no class day is recorded. */
  attendance: number | null
}

/**
 * Returns the text about the current or the next class, such as 'Ahora: Historia, hasta las 11:15'; undefined on a day
 * without classes. `time` is 'HH:MM' in the school's time zone.
 */
export function classNow(classes: StudentOverview['classes'], time: string): string | undefined {
  const running = classes.find(({ starts_at, ends_at }) => starts_at <= time && time < ends_at)
  if (running) return `Ahora: ${running.subject_name}, hasta las ${running.ends_at}`
  const next = classes.find(({ starts_at }) => starts_at > time)
  if (next) return `Sigue a las ${next.starts_at}: ${next.subject_name}`
  return classes.length > 0 ? 'Terminó sus clases de hoy' : undefined
}

const isShared = ({ student_ids }: FamilyEvent) => student_ids.length > 1

/** Returns the events that several children have in common, which the app shows once for all of them. */
export const sharedEvents = ({ events }: Overview): FamilyEvent[] => events.filter(isShared)

/** Returns the content of the student's card; undefined if `overview` lacks the student. */
export function childDay(overview: Overview, student: Student, { day, time }: Moment): ChildDay | undefined {
  const found = overview.students.find(({ student_id }) => student_id === student.id)
  if (!found) return undefined
  const events = overview.events.filter(({ student_ids }) => student_ids.includes(student.id))
  const ownEvents = events.filter((event) => !isShared(event))
  const ownOn = (date: string) => ownEvents.filter((event) => momentOf(event).day === date)
  const days = new Set(ownEvents.map((event) => momentOf(event).day).filter((laterDay) => laterDay > day))
  const hasClasses = found.is_class_day && hasEnrollmentOfYearOf(student, day)
  const reason = found.day_off ? dayOffLabel(found.day_off) : undefined
  return {
    now: hasClasses ? classNow(found.classes, time) : reason,
    today: ownOn(day),
    ahead: [...days].map((laterDay) => ({ label: dayAhead(laterDay, day), events: ownOn(laterDay) })),
    hasSharedEvents: events.some(isShared),
    attendance: found.attendance_percentage,
  }
}

/** Returns an event's time, title and subject as text: '15:30 Prueba Unidad 2, Matemática'. */
export function eventText(event: FamilyEvent): string {
  const title = [event.title || 'Sin título', event.subject?.name].filter(Boolean).join(', ')
  return [momentOf(event).time, title].filter(Boolean).join(' ')
}
