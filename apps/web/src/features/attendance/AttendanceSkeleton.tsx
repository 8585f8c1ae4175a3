import { Skeleton, SkeletonRows } from '../../shared/ui/notices/Skeleton.tsx'
import './attendance.css'

/** The skeleton of the whole page. Once a part is shown, one that is still loading has the skeleton of its shape. */
export function AttendanceSkeleton() {
  return (
    <Skeleton>
      <div className="beside">
        <div className="attendance">
          <div className="attendance-parts">
            <FigureShape />
            <DaysShape />
            <ArrearsShape />
          </div>
        </div>
      </div>
    </Skeleton>
  )
}

export const FigureShape = () => (
  <div className="card grid gap-4 p-4 lg:p-5">
    <div className="skeleton-bar h-3.5 w-1/2" />
    <div className="skeleton-bar h-16 w-48 max-w-full" />
    <div className="skeleton-bar mb-10 h-3.5 w-full" />
    <div className="skeleton-bar h-3.5 w-1/2" />
    <div className="skeleton-bar h-3.5 w-3/4" />
    <div className="skeleton-bar h-3.5 w-2/3" />
  </div>
)

export const DaysShape = () => (
  <div className="grid gap-5">
    <div className="skeleton-bar h-3.5 w-1/3" />
    <SkeletonRows count={3} />
    <div className="skeleton-bar h-3.5 w-1/3" />
    <SkeletonRows count={8} />
  </div>
)

export const ArrearsShape = () => (
  <div className="grid gap-5">
    <div className="skeleton-bar h-3.5 w-1/3" />
    <SkeletonRows count={4} />
  </div>
)
