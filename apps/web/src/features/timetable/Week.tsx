import { useState } from 'react'
import { useDesktop } from '../../shared/device/screen/screen.ts'
import {
  blocksOf,
  type Moment,
  minutesOf,
  type Schedules,
  type Weekday,
  weekdayLabels,
  weekdayOf,
  weekdays,
} from '../../shared/text/week.ts'
import { TabList } from '../../shared/ui/content/Tabs.tsx'
import { DayPanel } from './DayPanel.tsx'
import { slotsOf } from './slots.ts'
import { WeekGrid } from './WeekGrid.tsx'
import { WeekSkeleton } from './WeekSkeleton.tsx'

const GROUP = 'day'

type Props = {
  /** Undefined while they are on their way. */
  schedules?: Schedules
  clock: Moment
  /** Whether `schedules` are of the current year; otherwise no class is marked as in progress. */
  isCurrent?: boolean
}

/** The days as tabs: over the chosen one, and on a desktop over five columns. */
export function Week({ schedules, clock, isCurrent }: Props) {
  const [chosen, setChosen] = useState<Weekday>()
  const isDesktop = useDesktop()
  const today = weekdayOf(clock.day)
  const selected = chosen ?? today ?? 'monday'
  const tabs = weekdays.map((weekday) => ({
    id: weekday,
    label: weekdayLabels[weekday],
    short: weekdayLabels[weekday].slice(0, 3),
    isToday: weekday === today,
  }))
  const days = weekdays.map((weekday) => ({
    weekday,
    slots: slotsOf(blocksOf(schedules ?? {}, weekday)),
    now: isCurrent && weekday === today ? minutesOf(clock.time) : undefined,
  }))
  const isEmpty = days.every(({ slots }) => slots.length === 0)
  const place = { group: GROUP, selected }
  return (
    <div className={`week ${isDesktop ? 'week-wide' : ''}`}>
      <TabList {...place} label="Día" tabs={tabs} onSelect={setChosen} />
      {schedules === undefined ? (
        <WeekSkeleton {...place} />
      ) : isDesktop && !isEmpty ? (
        <WeekGrid {...place} days={days} />
      ) : (
        <DayPanel {...place} day={days.find(({ weekday }) => weekday === selected)} isWeekEmpty={isEmpty} />
      )}
    </div>
  )
}
