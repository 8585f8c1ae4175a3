import { useAddressTab } from '../../shared/addressState.ts'
import { useDesktop } from '../../shared/device/screen/screen.ts'
import type { CalendarDays } from '../../shared/schoolDays/schoolDays.ts'
import {
  blocksOf,
  type Moment,
  minutesOf,
  type Schedules,
  weekdayLabels,
  weekdayOf,
  weekdays,
} from '../../shared/text/week.ts'
import { TabList } from '../../shared/ui/content/Tabs.tsx'
import { DayPanel } from './DayPanel.tsx'
import { slotsOf } from './slots.ts'
import { WeekDaysOff } from './WeekDaysOff.tsx'
import { WeekGrid } from './WeekGrid.tsx'
import { WeekSkeleton } from './WeekSkeleton.tsx'

const TAB_GROUP = 'day'

type Props = {
  /** Undefined while the schedules load. */
  schedules?: Schedules
  clock: Moment
  /** Whether the classes of `schedules` are held today; otherwise none is marked as in progress. */
  hasClassesToday?: boolean
  daysOff?: CalendarDays
  /** Whether the schedules could not be loaded. */
  hasLoadFailed?: boolean
}

/** The name of a weekday without accents and in lower case, as in the address: 'miercoles'. */
const plainName = (day: string) =>
  day
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
/** The weekday with the Spanish name `name`, whatever its accents and case; undefined for another word. */
const weekdayNamed = (name: string) =>
  weekdays.find((day) => plainName(weekdayLabels[day]) === plainName(name))

/** The days as tabs above the chosen day, or on a desktop above five columns unless the week is empty. */
export function Week({ schedules, clock, hasClassesToday, daysOff, hasLoadFailed = false }: Props) {
  const [name, choose] = useAddressTab('dia', (value) => weekdayNamed(value) && plainName(value))
  const chosen = name === undefined ? undefined : weekdayNamed(name)
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
    now: hasClassesToday && weekday === today ? minutesOf(clock.time) : undefined,
  }))
  const isEmpty = days.every(({ slots }) => slots.length === 0)
  const tabGroup = { group: TAB_GROUP, selected }
  return (
    <div className={`week ${isDesktop ? 'week-wide' : ''}`}>
      <TabList
        {...tabGroup}
        label="Día"
        tabs={tabs}
        onSelect={(day) => choose(plainName(weekdayLabels[day]))}
      />
      <WeekDaysOff calendarDays={daysOff} today={clock.day} shown={isDesktop ? weekdays : [selected]} />
      {schedules === undefined ? (
        <WeekSkeleton {...tabGroup} />
      ) : isDesktop && !isEmpty ? (
        <WeekGrid {...tabGroup} days={days} />
      ) : (
        <DayPanel
          {...tabGroup}
          day={days.find(({ weekday }) => weekday === selected)}
          {...{ isWeekEmpty: isEmpty, hasLoadFailed }}
        />
      )}
    </div>
  )
}
