import type { Student } from '@apoderados/contract/profile'
import { combineQueries } from '../../shared/api/pageQuery.ts'
import { useApi } from '../../shared/api/useApi.ts'
import { SubscribeButton } from '../../shared/calendarFeed/SubscribeButton.tsx'
import { useSchoolClock } from '../../shared/device/time/clock.ts'
import { useUnreadNews } from '../../shared/news/useUnreadNews.ts'
import { isClassDay } from '../../shared/schoolDays/schoolDays.ts'
import { isSettled } from '../../shared/searchParams.ts'
import {
  blocksOf,
  endOf,
  hasEnrollmentOfYearOf,
  isClass,
  type Schedules,
  timeOf,
  weekdayOf,
} from '../../shared/text/week.ts'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { PageHeading } from '../../shared/ui/page/PageHeading.tsx'
import { Week } from './Week.tsx'
import './timetable.css'

const NO_SCHEDULES: Schedules = {}

/** spec §2, horario: the school week by day. */
export function TimetablePage({ student }: { student: Student }) {
  const timetable = useApi('getCalendar', { student_id: student.id })
  const days = useApi('getCalendarDays', { student_id: student.id })
  const clock = useSchoolClock()
  useUnreadNews(student.id, ['timetable'], () => isSettled(timetable))
  // spec §8: after a failed load the week is empty
  const schedules = timetable.data?.employee_schedules ?? NO_SCHEDULES
  const hasClassesToday = hasEnrollmentOfYearOf(student, clock.day) && isClassDay(days.data, clock.day)
  // The timetable is shown without the days off, so a failure to load them is reported as a failed refresh.
  const query = {
    ...combineQueries(timetable, { ...days, isLoadingError: false }),
    isPending: timetable.isPending,
  }
  return (
    // The skeleton and the child are both one `Week`, so that the tabs stay the same elements and keep the focus.
    <DataPage
      title="Horario"
      query={query}
      heading={<Heading schedules={hasClassesToday ? schedules : NO_SCHEDULES} {...clock} />}
      skeleton={<Week clock={clock} />}
    >
      <Week
        schedules={schedules}
        clock={clock}
        hasClassesToday={hasClassesToday}
        daysOff={days.data}
        hasLoadFailed={timetable.isLoadingError}
      >
        {/* A server that lacks the days off has no calendar address either. */}
        {days.data !== null && <SubscribeButton student={student} />}
      </Week>
    </DataPage>
  )
}

type HeadingProps = { schedules: Schedules; day: string; time: string }

function Heading({ schedules, day, time }: HeadingProps) {
  const today = weekdayOf(day)
  const classes = today ? blocksOf(schedules, today).filter(isClass) : []
  const end = timeOf(Math.max(...classes.map(endOf)))
  return (
    <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <PageHeading title="Horario" />
      {classes.length > 0 && (
        <p className="text-body text-text-2">{`Hoy ${time < end ? 'termina' : 'terminó'} a las ${end}`}</p>
      )}
    </div>
  )
}
