import { timeOf, type Weekday, weekdayLabels } from '../../shared/text/week.ts'
import { TabPanel } from '../../shared/ui/content/Tabs.tsx'
import { DayList } from './DayList.tsx'
import { gridLinesOf, gridTemplateRows, type Slot, timeLabels } from './slots.ts'

const DAY = 'flex-col gap-2 week:row-span-full week:grid week:grid-rows-subgrid'

type Props = {
  days: { weekday: Weekday; slots: Slot[]; now: number | undefined }[]
  group: string
  selected: Weekday
}

/** Five columns in one grid, so that blocks at the same time are side by side. */
export function WeekGrid({ days, group, selected }: Props) {
  const week = days.map(({ slots }) => slots)
  const lines = gridLinesOf(week)
  return (
    <div className="week-grid" style={{ gridTemplateRows: gridTemplateRows(lines) }}>
      {timeLabels(week).map((time) => (
        // Hidden from screen readers, as the blocks have the times too.
        <p
          key={time}
          aria-hidden="true"
          className="hidden text-right text-label text-text-2 tabular-nums leading-[0] week:col-start-1 week:block week:h-0"
          style={{ gridRowStart: lines.indexOf(time) + 1 }}
        >
          {timeOf(time)}
        </p>
      ))}
      {days.map(({ weekday, slots, now }) =>
        weekday === selected ? (
          <TabPanel key={weekday} group={group} selected={selected} className={`${DAY} flex`}>
            <DayList slots={slots} lines={lines} now={now} />
          </TabPanel>
        ) : (
          <section key={weekday} aria-label={weekdayLabels[weekday]} className={`${DAY} hidden`}>
            <DayList slots={slots} lines={lines} now={now} />
          </section>
        ),
      )}
    </div>
  )
}
