/** The classes for the widths of the rows' first lines; they are unique, as they are also the rows' keys. */
const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4', 'w-1/3', 'w-2/3', 'w-5/12', 'w-7/12', 'w-3/8', 'w-4/5']

/** The placeholder of a page without data, visible only if the response is slow. Screen readers read only 'Cargando'. */
export function Skeleton({ children = <SkeletonRows /> }: { children?: React.ReactNode }) {
  return (
    <div className="skeleton" aria-busy="true">
      <span className="sr-only">Cargando</span>
      {children}
    </div>
  )
}

/** A grey card of up to ten rows. */
export function SkeletonRows({ count = 5 }: { count?: number }) {
  return (
    <div className="card">
      {WIDTHS.slice(0, count).map((width) => (
        <div key={width} className="flex min-h-(--row-h) flex-col justify-center gap-2.5 px-4 py-3">
          <div className={`skeleton-bar h-3.5 ${width}`} />
          <div className="skeleton-bar h-2 w-4/5" />
        </div>
      ))}
    </div>
  )
}
