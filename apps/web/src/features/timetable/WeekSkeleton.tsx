import { useDesktop } from '../../shared/device/screen/screen.ts'
import { weekdays } from '../../shared/text/week.ts'
import { TabPanel } from '../../shared/ui/content/Tabs.tsx'
import { Skeleton } from '../../shared/ui/notices/Skeleton.tsx'

const BLOCK_KEYS = ['first', 'second', 'third', 'fourth']

/** The skeleton of the timetable, with four blocks per day: one day, or five columns on a desktop. */
export function WeekSkeleton({ group, selected }: { group: string; selected: string }) {
  const isDesktop = useDesktop()
  const columns = isDesktop ? weekdays : weekdays.slice(0, 1)
  return (
    <TabPanel group={group} selected={selected}>
      <Skeleton>
        <div className={isDesktop ? 'week-grid' : undefined}>
          {columns.map((weekday, index) => (
            <div key={weekday} className={`day waiting ${index === 0 ? '' : 'day-other'}`}>
              {BLOCK_KEYS.map((block) => (
                <div key={block} className="lesson">
                  <div className="lesson-card">
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
