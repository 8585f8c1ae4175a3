import { weekdayOf } from '@apoderados/contract/values/days'
import { lessonStarts } from '../courses/timetable.ts'
import { randomOf } from '../random.ts'
import { planAssessments } from '../records/assessments.ts'
import { classEvents } from '../records/classEvents.ts'
import { DAYS_PER_LATE_ARRIVAL } from '../records/lateArrivals.ts'
import { drawPupilRecords, type RecordLimits } from '../records/pupilRecords.ts'
import type { CourseRecords } from '../school.ts'
import { createChangeChance } from './generatedChanges.ts'
import type { LevelCourse, SetShape } from './generatedCourses.ts'

const END_OF_DAY = '23:59'

/** Draws the assessments and the agenda of a course's year, and its pupils' records up to the last of `shape.days`. */
export function drawRecords(shape: SetShape, course: LevelCourse): CourseRecords {
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
    const streams = { marks: own, classBook: own, isChanged: createChangeChance(shape, pupil) }
    return drawPupilRecords(streams, course, pupil, assessments, limits, moment)
  })
  const events = classEvents(calendar, course, assessments).map((event) => ({
    ...event,
    time: event.subject
      ? (lessonStarts(course, event.subject.name).get(weekdayOf(event.day)) ?? null)
      : event.time,
  }))
  return { assessments, ofPupils, events }
}
