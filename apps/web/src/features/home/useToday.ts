import type { Student } from '@apoderados/contract/profile'
import { combineQueries, type PageQuery } from '../../shared/api/pageQuery.ts'
import { useApi, useApis } from '../../shared/api/useApi.ts'
import { useSchoolClock } from '../../shared/device/time/clock.ts'
import { hasEnrollmentOfYearOf } from '../../shared/text/week.ts'
import {
  type Loadable,
  latestAverage,
  loadableAddition,
  loadableOf,
  type PeriodAverage,
  schoolNowTexts,
} from './today.ts'
import { eventsOn, upcomingDays } from './upcomingDays.ts'

/** The data of `TodayCard`. Except for the upcoming events, the pages to which it links use the same responses. */
export function useToday(student: Student) {
  const student_id = student.id
  const clock = useSchoolClock()
  const days = useApi('getCalendarDays', { student_id })
  const timetable = useApi('getCalendar', { student_id })
  const arrears = useApi('getArrears', { student_id })
  const diary = useApi('getUpcomingEvents', { student_id, date: clock.day })
  const { average, queries } = useLatestAverage(student_id)
  const schedules = (hasEnrollmentOfYearOf(student, clock.day) && timetable.data?.employee_schedules) || {}
  return {
    clock,
    query: combineQueries(days, timetable, arrears, diary, ...queries),
    now: timetable.isPending
      ? 'pending'
      : loadableOf(days, (response) => schoolNowTexts(schedules, clock, response)),
    average,
    attendance: loadableOf(arrears, ({ attendance_percentage }) => attendance_percentage ?? undefined),
    events: loadableAddition(diary, (events) => eventsOn(events, clock.day)),
    upcoming: days.isPending
      ? 'pending'
      : loadableAddition(diary, (events) => upcomingDays(events, clock.day, days.data)),
  }
}

function useLatestAverage(student_id: number): { average: Loadable<PeriodAverage>; queries: PageQuery[] } {
  const list = useApi('getSubPeriods', { student_id })
  const { data: subPeriods, isPending } = list
  const responses = useApis(
    'getPeriodQualifications',
    (subPeriods ?? []).map(({ id }) => ({ student_id, establishment_sub_period_id: id })),
  )
  const queries = [list, ...responses]
  if (subPeriods === undefined) return { average: isPending ? 'pending' : undefined, queries }
  const periods = subPeriods.map(({ id, name }, index) => ({ id, name, response: responses[index] }))
  return { average: latestAverage(periods), queries }
}
