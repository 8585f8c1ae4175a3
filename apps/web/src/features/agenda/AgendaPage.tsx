import type { Student } from '@apoderados/contract/profile'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { combineQueries } from '../../shared/api/pageQuery.ts'
import { queryClient } from '../../shared/api/queryClient.ts'
import { optionsOf, useApi } from '../../shared/api/useApi.ts'
import { SubscribeButton } from '../../shared/calendarFeed/SubscribeButton.tsx'
import { useSchoolClock } from '../../shared/device/time/clock.ts'
import { useUnreadNews } from '../../shared/news/useUnreadNews.ts'
import { daysOffOn } from '../../shared/schoolDays/schoolDays.ts'
import { isSettled, useOpenItem, useTabParam } from '../../shared/searchParams.ts'
import { Skeleton, SkeletonRows } from '../../shared/ui/notices/Skeleton.tsx'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { PageHeading } from '../../shared/ui/page/PageHeading.tsx'
import { DayEvents } from './DayEvents.tsx'
import { EventDetail } from './EventDetail.tsx'
import { MONTH_CARD, MONTH_HEAD, MonthCard } from './MonthCard.tsx'
import { dayOfCurrentYear, firstDayOf, lastDayOf, monthOf, weekCountOf, yearOf } from './months.ts'
import './month.css'

const COLUMNS =
  'grid items-start gap-6 @min-[64rem]/app:grid-cols-[minmax(20rem,1fr)_minmax(0,clamp(var(--detail-w),40%,40rem))]'

/** The agenda of the current year by the school's clock (spec §2). The key remounts an open page in a new year. */
export function AgendaPage({ student }: { student: Student }) {
  const { day } = useSchoolClock()
  return <AgendaOfYear key={yearOf(day)} student={student} today={day} />
}

function AgendaOfYear({ student, today }: { student: Student; today: string }) {
  const student_id = student.id
  const [day = today, chooseDay] = useTabParam('dia', (value) => dayOfCurrentYear(value, today))
  const month = monthOf(day)
  const range = { date_start: firstDayOf(month), date_end: lastDayOf(month) }
  const counts = useApi('countDiaryEvents', { student_id, ...range })
  const events = useApi('getDiaryEvents', { student_id, date: day })
  const days = useApi('getCalendarDays', { student_id })
  useSubjectColors(student_id)
  const opened = useOpenItem('evento', events.data ?? [], isSettled(events))

  const { news, unread } = useUnreadNews(
    student_id,
    ['event', 'document'],
    (item) => item.day === day && isSettled(events),
  )

  // The page is shown once the month's counts or the day's events have arrived or failed, and stays while another month
  // loads. While the counts are missing, no day is marked; while the events are missing, their list is a skeleton.
  const [isShown, setShown] = useState(false)
  const isPending = !isShown && counts.isPending && events.isPending
  if (!isShown && !isPending) setShown(true)
  const query = { ...combineQueries(counts, events, { ...days, isLoadingError: false }), isPending }
  return (
    <DataPage
      title="Agenda"
      query={query}
      heading={<AgendaHeading onToday={() => chooseDay(undefined)} />}
      skeleton={<AgendaSkeleton month={month} />}
    >
      <div className={COLUMNS}>
        <MonthCard
          month={month}
          day={day}
          today={today}
          counts={counts.data?.diary_counts ?? {}} // spec §8: after a failed load no day is marked
          daysOff={days.data?.days_off ?? []}
          newDays={new Set(unread.map((item) => item.day))}
          onMonth={(shown) => chooseDay(shown === monthOf(today) ? undefined : firstDayOf(shown))}
          onDay={chooseDay}
        />
        <div className="grid min-w-0 gap-5">
          <DayEvents
            day={day}
            off={daysOffOn(days.data, day)}
            hasLoadFailed={events.isLoadingError}
            events={events.isPending ? undefined : (events.data ?? [])}
            newIds={news.map(({ item_id }) => item_id)}
            openId={opened.item?.id}
            onOpen={opened.open}
          />
          <EventDetail event={opened.item} onClose={opened.close} />
        </div>
      </div>
      {days.data !== null && <SubscribeButton student={student} />}
    </DataPage>
  )
}

function AgendaHeading({ onToday }: { onToday: () => void }) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <PageHeading title="Agenda" />
      <button
        type="button"
        onClick={onToday}
        className="-my-1 min-h-(--touch) rounded-md bg-accent-soft px-4 font-semibold text-accent-text text-small"
      >
        Hoy
      </button>
    </div>
  )
}

/** A skeleton of the month, as high as the loaded month, and of the day's list of events. */
function AgendaSkeleton({ month }: { month: string }) {
  const weeks = Array.from({ length: weekCountOf(month) }, (_, week) => week)
  return (
    <Skeleton>
      <div className={COLUMNS}>
        <div className={MONTH_CARD}>
          <div className={MONTH_HEAD}>
            <div>
              <div className="skeleton-bar h-3.5 w-1/2" />
            </div>
          </div>
          <div className="month-grid">
            <div className="h-9" />
            {weeks.map((week) => (
              <div
                key={week}
                className="mt-[calc(var(--day-h)-var(--day-square))] h-(--day-square) rounded-[0.8125rem] bg-skeleton"
              />
            ))}
          </div>
        </div>
        <div className="grid min-w-0 gap-5">
          <div className="skeleton-bar h-3.5 w-1/2" />
          <SkeletonRows count={2} />
        </div>
      </div>
    </Skeleton>
  )
}

/** Requests the timetable, from which `railColor` gets the colours, unless it is cached; renders again once loaded. */
const useSubjectColors = (student_id: number): unknown =>
  useQuery({ ...optionsOf('getCalendar', { student_id }), staleTime: Number.POSITIVE_INFINITY }, queryClient)
    .dataUpdatedAt
