import { Skeleton, SkeletonRows } from '../../shared/ui/notices/Skeleton.tsx'
import { LISTED_CLASS_DAYS } from './today.ts'

export const STRIP = 'flex min-h-17 items-center gap-4 px-4 py-3'
export const FIGURES =
  'grid grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] overflow-clip border-line border-b'
export const FIGURE = 'min-h-25 py-3.5'
/** A thin line at the left of each item; that of the first item is outside the card and clipped. */
export const WORDS = '-ml-px block h-full border-line border-l pr-2 pl-4'
/** The card clips an outline outside its border. */
export const LINK = 'focus-visible:edge-3 focus-visible:-outline-offset-4'

export function StripSkeleton() {
  return (
    <div className={STRIP}>
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
    <div className={FIGURE}>
      <div className={WORDS}>
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
        <div className={FIGURES}>
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
