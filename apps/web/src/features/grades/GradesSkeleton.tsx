import { Skeleton } from '../../shared/ui/notices/Skeleton.tsx'
import { CHART } from './trend/GradeChart.tsx'

/** The list is a card; on a desktop the average is its last line, and twelve subjects fit a screen of 768 px. */
export const LIST =
  'lg:card max-lg:flex max-lg:min-w-0 max-lg:flex-col max-lg:gap-6.5 max-lg:self-stretch max-lg:[&_.row]:scroll-mb-[calc(var(--bar-h)+5.625rem)] lg:tall:[&_.row]:scroll-mb-18 low-desktop:[--row-h:2.75rem] low-desktop:[&_.row-body]:py-1 low-desktop:[&_.scale]:mt-1'

export const QUALIFICATION =
  'flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-2.25 first:border-t-0'

/** The CSS classes for the widths of the rows' names. They are unique, as they are also the rows' React keys. */
const NAME_WIDTHS = ['w-3/5', 'w-2/5', 'w-3/4', 'w-1/2', 'w-1/3', 'w-5/12', 'w-3/8', 'w-7/12', 'w-2/3']

/** The skeleton of the tabs, shown while the sub-periods load. */
export const TabsSkeleton = () => (
  <div className="segments skeleton">
    <div className="segment w-48 max-w-full" />
  </div>
)

/** The skeleton of the subjects: rows with a name above a bar, and a number at the right. */
export function GradesSkeleton() {
  return (
    <Skeleton>
      <div className="beside">
        <div className={LIST}>
          <div className="max-lg:card">
            {NAME_WIDTHS.map((width) => (
              <div key={width} className="flex min-h-(--row-h) items-center gap-3 px-4">
                <div className="grid flex-1 gap-2.5">
                  <div className={`skeleton-bar h-3.5 ${width}`} />
                  <div className="skeleton-bar h-1" />
                </div>
                <div className="skeleton-bar h-5 w-10" />
                <div className="size-4.5" />
              </div>
            ))}
          </div>
        </div>
      </div>
    </Skeleton>
  )
}

/** The skeleton of a subject's grades: the chart, and the list under it. */
export function QualificationsSkeleton() {
  return (
    <Skeleton>
      <div className={CHART}>
        <div className="skeleton-bar flex-1" />
      </div>
      {NAME_WIDTHS.slice(0, 4).map((width) => (
        <div key={width} className={QUALIFICATION}>
          <div className="grid flex-1 gap-2.5 py-1">
            <div className={`skeleton-bar h-3.5 ${width}`} />
            <div className="skeleton-bar h-2 w-4/5" />
          </div>
          <div className="skeleton-bar h-5 w-10" />
        </div>
      ))}
    </Skeleton>
  )
}
