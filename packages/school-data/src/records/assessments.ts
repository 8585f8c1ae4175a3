import { addDays, weekdayOf } from '@apoderados/contract/values/days'
import type { Period, SchoolCalendar } from '../calendar/calendar.ts'
import { type CoursePlan, isAssessed, type Subject } from '../courses/course.ts'
import { lessonStarts } from '../courses/timetable.ts'
import { createRandom, type Random } from '../random.ts'

export type Assessment = {
  subject: Subject
  /** The index of the assessment's period in the school year, from 0. */
  period: number
  /** The position among the subject's assessments of the period, from 0. */
  order: number
  held_on: string
  name: string
  description: string
  /** The weight in the subject's average of the period, in percent. */
  weight: number
}

/** A number in tenths, 54 for 5,4, or a concept such as 'MB'. Both fields are null while the mark is pending. */
export type Mark = { tenths: number | null; concept: string | null }

export const numberMark = (tenths: number): Mark => ({ tenths, concept: null })
export const conceptMark = (concept: string): Mark => ({ tenths: null, concept })

/** The number of class days at the start of a period in which each subject's first assessment is held. */
const FIRST_ASSESSMENT_WITHIN_DAYS = 4
const TOPICS_PER_PERIOD = 6
const DEFAULT_TOPIC = 'Materia hasta la clase anterior.'

/** Returns the last of the `weekdays` up to the class day with the index `index`; if there is none, that class day. */
function lessonDay(classDays: string[], weekdays: Map<number, string>, index: number): string {
  for (let at = index; at >= 0; at -= 1) {
    const day = classDays[at]
    if (day && weekdays.has(weekdayOf(day))) return day
  }
  return classDays[Math.max(index, 0)] as string
}

function firstLessonDay(classDays: string[], weekdays: Map<number, string>): string {
  const first = classDays.slice(0, FIRST_ASSESSMENT_WITHIN_DAYS)
  return first.find((day) => weekdays.has(weekdayOf(day))) ?? (first.at(-1) as string)
}

function planSubjectAssessments(
  random: Random,
  plan: CoursePlan,
  subject: Subject,
  period: Period,
  index: number,
) {
  const weekdays = lessonStarts(plan, subject.name)
  const count = subject.assessments ?? 4 + random.below(3)
  return Array.from({ length: count }, (_, order): Assessment => {
    const around = Math.floor((period.classDays.length * (order + 0.6)) / count) - random.below(9)
    const unit = index * 2 + (order < 3 ? 1 : 2)
    return {
      subject,
      period: index,
      order,
      held_on:
        order === 0
          ? firstLessonDay(period.classDays, weekdays)
          : lessonDay(period.classDays, weekdays, around),
      name: (subject.assessmentNames[order] ?? 'Trabajo').replace('#', String(unit)),
      description:
        subject.topics[(index * TOPICS_PER_PERIOD + order) % subject.topics.length] ?? DEFAULT_TOPIC,
      weight: Math.floor(100 / count) + (order === count - 1 ? 100 % count : 0),
    }
  })
}

/** Returns all assessments of a course in a school year. They do not depend on the current day. */
export function planAssessments(calendar: SchoolCalendar, plan: CoursePlan): Assessment[] {
  const random = createRandom(plan.seed)
  const assessed = plan.subjects.filter(isAssessed)
  return calendar.periods.flatMap((period, index) =>
    assessed.flatMap((subject) => planSubjectAssessments(random, plan, subject, period, index)),
  )
}

/** Teachers announce an assessment this number of days before it. */
const ANNOUNCEMENT_DAYS = 28

export const isAnnounced = ({ held_on }: Assessment, today: string): boolean =>
  held_on <= addDays(today, ANNOUNCEMENT_DAYS)
