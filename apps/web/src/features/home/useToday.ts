import type { Student } from '@apoderados/contract/profile'
import { combineQueries, type PageQuery } from '../../shared/api/pageQuery.ts'
import { useApi, useApis } from '../../shared/api/useApi.ts'
import { useSchoolClock } from '../../shared/device/time/clock.ts'
import { areOfYear, nextSchoolDay } from '../../shared/text/week.ts'
import { type Average, latestAverage, lessonNow, type Part, partOf } from './today.ts'

/** What the card shows, from the very answers that the pages behind it keep. */
export function useToday(student: Student) {
  const student_id = student.id
  const clock = useSchoolClock()
  const nextDay = nextSchoolDay(clock.day)
  const calendar = useApi('getCalendar', { student_id })
  const arrears = useApi('getArrears', { student_id })
  const diary = useApi('getDiaryEvents', { student_id, date: nextDay })
  const { average, queries } = useLatestAverage(student_id)
  return {
    clock,
    nextDay,
    query: combineQueries(calendar, arrears, diary, ...queries),
    lesson: partOf(calendar, ({ employee_schedules }) =>
      areOfYear(student, clock.day) ? lessonNow(employee_schedules, clock) : undefined,
    ),
    average,
    attendance: partOf(arrears, ({ attendance_percentage }) => attendance_percentage ?? undefined),
    events: partOf(diary, (events) => events),
  }
}

function useLatestAverage(student_id: number): { average: Part<Average>; queries: PageQuery[] } {
  const list = useApi('getSubPeriods', { student_id })
  const { data: subPeriods, isPending } = list
  const answers = useApis(
    'getPeriodQualifications',
    (subPeriods ?? []).map(({ id }) => ({ student_id, establishment_sub_period_id: id })),
  )
  const queries = [list, ...answers]
  if (subPeriods === undefined) return { average: isPending ? 'pending' : undefined, queries }
  const periods = subPeriods.map(({ name }, index) => ({ name, answer: answers[index] }))
  return { average: latestAverage(periods), queries }
}
