import { Skeleton, SkeletonRows } from '../../shared/ui/notices/Skeleton.tsx'
import { weekCountOf } from './months.ts'

/** A skeleton of the month, as high as the loaded month, and of the day's list of events. */
export function AgendaSkeleton({ month }: { month: string }) {
  const weeks = Array.from({ length: weekCountOf(month) }, (_, week) => week)
  return (
    <Skeleton>
      <div className="agenda">
        <div className="month-card card">
          <div className="month-head">
            <div>
              <div className="skeleton-bar h-3.5 w-1/2" />
            </div>
          </div>
          <div className="month-grid">
            <div className="week-letters" />
            {weeks.map((week) => (
              <div key={week} className="skeleton-week" />
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
