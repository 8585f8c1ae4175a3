import { useSchoolClock } from '../../shared/device/clock.ts'
import { useApi, useApis } from '../../shared/useApi.ts'
import { nextSchoolDay } from '../../shared/week.ts'
import { type Average, latestAverage, lessonNow, type Part, partOf } from './today.ts'

/** What the card shows, from the very answers that the pages behind it keep. */
export function useToday(student_id: number) {
  const clock = useSchoolClock()
  const nextDay = nextSchoolDay(clock.day)
  const calendar = useApi('getCalendar', { student_id })
  const arrears = useApi('getArrears', { student_id })
  const diary = useApi('getDiaryEvents', { student_id, date: nextDay })
  const average = useLatestAverage(student_id)
  return {
    clock,
    nextDay,
    lesson: partOf(calendar, ({ employee_schedules }) => lessonNow(employee_schedules, clock)),
    average,
    attendance: partOf(arrears, ({ attendance_percentage }) => attendance_percentage ?? undefined),
    events: partOf(diary, (events) => events),
  }
}

function useLatestAverage(student_id: number): Part<Average> {
  const { data: subPeriods, isPending } = useApi('getSubPeriods', { student_id })
  const answers = useApis(
    'getPeriodQualifications',
    (subPeriods ?? []).map(({ id }) => ({ student_id, establishment_sub_period_id: id })),
  )
  if (subPeriods === undefined) return isPending ? 'pending' : undefined
  return latestAverage(subPeriods.map(({ name }, index) => ({ name, answer: answers[index] })))
}
