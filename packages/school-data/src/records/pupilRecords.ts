import { isAssessed, subjectsOf } from '../courses/course.ts'
import { type Course, type Pupil, wasEnrolled } from '../people/pupils.ts'
import type { Random } from '../random.ts'
import type { Assessment, Mark } from './assessments.ts'
import { absentDays } from './attendance.ts'
import { drawLateArrivals, LAST_ARRIVAL_TIME, type LateArrival } from './lateArrivals.ts'
import { drawMarks, type GradingOptions } from './marks.ts'
import { drawObservations, type Observation } from './observations.ts'

/** The limits of a pupil's random records. */
export type RecordLimits = Pick<GradingOptions, 'hasGaps'> & {
  /** The maximum of absences in percent of the class days; the minimum is 2. */
  absencePercentMax: number
  /** The maximum of late arrivals within the last 20 × `lateArrivalsMax` days on which the pupil attended. */
  lateArrivalsMax: number
  /** The maximum of observations in the last 80 days on which the pupil attended. */
  observationsMax: number
}

/** The point of the school year up to which records are generated. */
export type Moment = Pick<GradingOptions, 'today' | 'currentPeriod'> & {
  /** The time of day, `HH:MM`. Late arrivals of `today` are recorded only after `LAST_ARRIVAL_TIME`. */
  clock: string
  /** The class days up to `today`, oldest first. */
  days: readonly string[]
}

/** All records of one pupil up to a `Moment`. */
export type PupilRecords = {
  pupil: Pupil
  marks: Map<Assessment, Mark>
  attendance: { day: string; status: 'present' | 'absent' | 'late' }[]
  lateArrivals: LateArrival[]
  observations: Observation[]
}

/**
 * The random streams of a pupil's marks, and of the other records, which the teachers write in the class book.
 * `isChanged` draws which marks and absences differ from the first set.
 */
export type RandomStreams = { marks: Random; classBook: Random; isChanged: GradingOptions['isChanged'] }

export function drawPupilRecords(
  { marks, classBook, isChanged }: RandomStreams,
  course: Course,
  pupil: Pupil,
  assessments: readonly Assessment[],
  limits: RecordLimits,
  moment: Moment,
): PupilRecords {
  const { today, clock, days } = moment
  const subjects = subjectsOf(course, pupil)
  const assessed = subjects.filter(isAssessed)
  const ownAssessments = assessments.filter(({ subject }) => subjects.includes(subject))
  const held = days.filter((day) => wasEnrolled(pupil, day))
  const drawn = absentDays(classBook, pupil, held, limits.absencePercentMax)
  const absent = new Set([...drawn].filter(() => !isChanged(0.05)))
  const attended = held.filter((day) => !drawn.has(day))
  const arrived = attended.filter((day) => day < today || clock > LAST_ARRIVAL_TIME)
  const lateArrivals = drawLateArrivals(classBook, pupil, arrived, limits.lateArrivalsMax)
  const lateDays = new Set(lateArrivals.map(({ day }) => day))
  const statusOf = (day: string) => (absent.has(day) ? 'absent' : lateDays.has(day) ? 'late' : 'present')
  return {
    pupil,
    marks: drawMarks(marks, pupil, ownAssessments, { ...moment, ...limits, isChanged }),
    attendance: held.map((day) => ({ day, status: statusOf(day) })),
    lateArrivals,
    observations: drawObservations(classBook, pupil, assessed, attended, limits.observationsMax),
  }
}
