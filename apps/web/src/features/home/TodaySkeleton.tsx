import { Skeleton, SkeletonRows } from '../../shared/ui/notices/Skeleton.tsx'
import { LISTED_CLASS_DAYS } from './today.ts'

export function StripSkeleton() {
  return (
    <div className="today-strip">
      <div className="skeleton-bar size-6 shrink-0" />
      <div className="flex-1">
        <div className="skeleton-bar h-2 w-2/5" />
        <div className="skeleton-bar mt-2 h-3.5 w-3/5" />
      </div>
    </div>
  )
}

export function FigureSkeleton() {
  return (
    <div className="today-figure">
      <div className="today-words">
        <div className="skeleton-bar mt-2 h-2 w-3/5" />
        <div className="skeleton-bar mt-2 h-8 w-3/4" />
        <div className="skeleton-bar mt-2 h-2 w-2/5" />
      </div>
    </div>
  )
}

export function EventsSkeleton() {
  return (
    <div className="px-4 py-4">
      <div className="skeleton-bar h-3.5 w-1/2" />
    </div>
  )
}

export function UpcomingSkeleton() {
  return (
    <Skeleton>
      <UpcomingRows />
    </Skeleton>
  )
}

/** The skeleton of the card and of the days under it. */
export function TodaySkeleton() {
  return (
    <Skeleton>
      <div className="card">
        <StripSkeleton />
        <div className="today-figures">
          <FigureSkeleton />
          <FigureSkeleton />
        </div>
        <EventsSkeleton />
      </div>
      <UpcomingRows />
    </Skeleton>
  )
}

const UpcomingRows = () => (
  <div className="mt-5 lg:mt-7">
    <div className="skeleton-bar mb-2.5 h-3.5 w-1/3" />
    <SkeletonRows count={LISTED_CLASS_DAYS} />
  </div>
)
