import { type Course, isAssessed, subjectsOf } from '../courses/course.ts'
import { type Pupil, wasEnrolled } from '../people/pupils.ts'
import type { Random } from '../random.ts'
import type { Assessment } from './assessments.ts'
import { absentDays } from './attendance.ts'
import { drawLateArrivals, LAST_ARRIVAL, type LateArrival } from './lateArrivals.ts'
import { drawMarks, type Grading, type Mark } from './marks.ts'
import { drawObservations, type Observation } from './observations.ts'

/** The limits of the generated numbers. */
export type Habits = {
  /** In percent of the days; the minimum is 2. */
  mostAbsence: number
  mostLateArrivals: number
  mostObservations: number
  /** Whether some marks are missing or pending. */
  hasGaps: boolean
}

/** The point of the school year up to which records are generated. */
export type Moment = {
  /** `YYYY-MM-DD` and `HH:MM`. A late arrival of today is recorded only after its time. */
  today: string
  clock: string
  /** The days of class so far, oldest first. */
  days: readonly string[]
  currentPeriod: number
}

/** All records of one pupil. */
export type Page = {
  pupil: Pupil
  marks: Map<Assessment, Mark>
  attendance: { day: string; status: 'present' | 'absent' | 'late' }[]
  lateArrivals: LateArrival[]
  observations: Observation[]
}

export type Draws = { marks: Random; book: Random; isChanged: Grading['isChanged'] }

export function drawPage(
  { marks, book, isChanged }: Draws,
  course: Course,
  pupil: Pupil,
  assessments: readonly Assessment[],
  habits: Habits,
  { today, clock, days, currentPeriod }: Moment,
): Page {
  const subjects = subjectsOf(course, pupil)
  const ownAssessments = assessments.filter(({ subject }) => subjects.includes(subject))
  const held = days.filter((day) => wasEnrolled(pupil, day))
  const drawn = absentDays(book, pupil, held, habits.mostAbsence)
  const absent = new Set([...drawn].filter(() => !isChanged(0.05)))
  const attended = held.filter((day) => !drawn.has(day))
  const arrived = attended.filter((day) => day < today || clock > LAST_ARRIVAL)
  const lateArrivals = drawLateArrivals(book, pupil, arrived, habits.mostLateArrivals)
  const lateDays = new Set(lateArrivals.map(({ day }) => day))
  const statusOf = (day: string) => (absent.has(day) ? 'absent' : lateDays.has(day) ? 'late' : 'present')
  return {
    pupil,
    marks: drawMarks(marks, pupil, ownAssessments, {
      today,
      currentPeriod,
      hasGaps: habits.hasGaps,
      isChanged,
    }),
    attendance: held.map((day) => ({ day, status: statusOf(day) })),
    lateArrivals,
    observations: drawObservations(
      book,
      pupil,
      subjects.filter(isAssessed),
      attended,
      habits.mostObservations,
    ),
  }
}
