import { Skeleton, SkeletonRows } from '../../shared/ui/notices/Skeleton.tsx'

/** The figure's card and the list under it. */
export function AttendanceSkeleton() {
  return (
    <Skeleton>
      <div className="beside">
        <div className="grid gap-5">
          <div className="card grid gap-4 p-4 lg:p-5">
            <div className="skeleton-bar h-3.5 w-1/2" />
            <div className="skeleton-bar h-16 w-48 max-w-full" />
            <div className="skeleton-bar mb-10 h-3.5 w-full" />
            <div className="skeleton-bar h-3.5 w-3/4" />
          </div>
          <div className="skeleton-bar h-3.5 w-1/3" />
          <SkeletonRows count={4} />
        </div>
      </div>
    </Skeleton>
  )
}
