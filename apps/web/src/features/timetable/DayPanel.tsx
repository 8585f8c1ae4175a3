import { TabPanel } from '../../shared/ui/content/Tabs.tsx'
import { EmptyList } from '../../shared/ui/notices/EmptyList.tsx'
import { DayList } from './DayList.tsx'
import type { Slot } from './slots.ts'

type Props = {
  group: string
  selected: string
  day: { slots: Slot[]; now: number | undefined } | undefined
  isWeekEmpty: boolean
  hasLoadFailed: boolean
}

/** The panel of the selected day's tab; it replaces the week's grid on a narrow screen and in an empty week. */
export function DayPanel({ group, selected, day, isWeekEmpty, hasLoadFailed }: Props) {
  return (
    <TabPanel group={group} selected={selected} className="day">
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
