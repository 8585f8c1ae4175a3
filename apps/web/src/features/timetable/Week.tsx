import type { ReactNode } from 'react'
import { useDesktop } from '../../shared/device/screen/screen.ts'
import type { CalendarDays } from '../../shared/schoolDays/schoolDays.ts'
import { useTabParam } from '../../shared/searchParams.ts'
import {
  blocksOf,
  type Moment,
  minutesOf,
  type Schedules,
  weekdayLabels,
  weekdayOf,
  weekdays,
} from '../../shared/text/week.ts'
import { TabList, TabPanel } from '../../shared/ui/content/Tabs.tsx'
import { EmptyList } from '../../shared/ui/notices/EmptyList.tsx'
import { Skeleton } from '../../shared/ui/notices/Skeleton.tsx'
import { BLOCK } from './BlockCard.tsx'
import { DayList } from './DayList.tsx'
import { type Slot, slotsOf } from './slots.ts'
import { WeekDaysOff } from './WeekDaysOff.tsx'
import { WeekGrid } from './WeekGrid.tsx'

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
  /** What is shown below the week. */
  children?: ReactNode
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
export function Week({ schedules, clock, hasClassesToday, daysOff, hasLoadFailed = false, children }: Props) {
  const [name, choose] = useTabParam('dia', (value) => weekdayNamed(value) && plainName(value))
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
    <>
      <div className={`week @container ${isDesktop ? 'week-wide' : ''}`}>
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
            isWeekEmpty={isEmpty}
            hasLoadFailed={hasLoadFailed}
          />
        )}
      </div>
      {children}
    </>
  )
}

const BLOCK_KEYS = ['first', 'second', 'third', 'fourth']

/** The skeleton of the timetable, with four blocks per day: one day, or five columns on a desktop. */
function WeekSkeleton({ group, selected }: { group: string; selected: string }) {
  const isDesktop = useDesktop()
  const columns = isDesktop ? weekdays : weekdays.slice(0, 1)
  return (
    <TabPanel group={group} selected={selected}>
      <Skeleton>
        <div className={isDesktop ? 'week-grid' : undefined}>
          {columns.map((weekday, index) => (
            <div
              key={weekday}
              className={`flex-col gap-8.5 week:row-span-full week:flex week:gap-[1.2rem] ${index === 0 ? 'flex week:col-start-2' : 'hidden'}`}
            >
              {BLOCK_KEYS.map((block) => (
                <div key={block} className={`${BLOCK} week:h-[7.2rem] week:flex-none`}>
                  <div className="lesson-card min-h-16 content-center rounded-lg bg-surface py-2.5 pr-3.5 pl-5 shadow-card week:rounded-md week:p-2 week:pl-4.5">
                    <div className="skeleton-bar h-3.5 w-3/4" />
                    <div className="skeleton-bar mt-2 h-2 w-1/2" />
                  </div>
                </div>
              ))}
            </div>
          ))}
        </div>
      </Skeleton>
    </TabPanel>
  )
}

type DayPanelProps = {
  group: string
  selected: string
  day: { slots: Slot[]; now: number | undefined } | undefined
  isWeekEmpty: boolean
  hasLoadFailed: boolean
}

/** The panel of the selected day's tab; it replaces the week's grid on a narrow screen and in an empty week. */
function DayPanel({ group, selected, day, isWeekEmpty, hasLoadFailed }: DayPanelProps) {
  return (
    <TabPanel group={group} selected={selected} className="flex flex-col gap-2">
      {day && day.slots.length > 0 ? (
        <DayList slots={day.slots} now={day.now} />
      ) : (
        <EmptyList
          isExpected={!isWeekEmpty}
          isIncomplete={hasLoadFailed}
          hint={
            isWeekEmpty
              ? 'Cuando el colegio publique el horario de clases, lo verás aquí.'
              : 'Este día no tiene clases.'
          }
        />
      )}
    </TabPanel>
  )
}
