import { weekdayOf } from '@apoderados/contract/values/days'
import { startsOf } from '../courses/timetable.ts'
import { randomOf } from '../random.ts'
import { planAssessments } from '../records/assessments.ts'
import { classEvents } from '../records/classEvents.ts'
import { DAYS_PER_LATE_ARRIVAL } from '../records/lateArrivals.ts'
import { drawPupilRecords, type RecordLimits } from '../records/pupilRecords.ts'
import type { CourseRecords } from '../school.ts'
import { changesOf } from './generatedChanges.ts'
import type { LevelCourse } from './generatedCourses.ts'
import type { Shape } from './generatedSchools.ts'

const END_OF_DAY = '23:59'

/** Draws a course's year, with records up to the last of the days. Each pupil has a random stream of their own. */
export function drawRecords(shape: Shape, course: LevelCourse): CourseRecords {
  const { calendar, days, seed } = shape
  const limits: RecordLimits = {
    absencePercentMax: 9,
    lateArrivalsMax: Math.ceil(days.length / DAYS_PER_LATE_ARRIVAL),
    observationsMax: 8,
    hasGaps: true,
  }
  const today = days.at(-1) as string
  const currentPeriod = calendar.periods.findLastIndex(({ starts_on }) => starts_on <= today)
  const moment = { today, clock: END_OF_DAY, days, currentPeriod }
  const assessments = planAssessments(calendar, course)
  const ofPupils = course.pupils.map((pupil) => {
    const own = randomOf(seed, Number(pupil.run.number))
    const streams = { marks: own, classBook: own, isChanged: changesOf(shape, pupil) }
    return drawPupilRecords(streams, course, pupil, assessments, limits, moment)
  })
  const events = classEvents(calendar, course, assessments).map((event) => ({
    ...event,
    time: event.subject
      ? (startsOf(course, event.subject.name).get(weekdayOf(event.day)) ?? null)
      : event.time,
  }))
  return { assessments, ofPupils, events }
}
