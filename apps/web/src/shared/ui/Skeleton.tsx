const ROWS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4', 'w-1/3']

/** A grey card of rows, for a page that has no skeleton in a truer shape. */
export function Skeleton() {
  return (
    <div className="skeleton" aria-busy="true">
      <span className="sr-only">Cargando</span>
      <div className="card">
        {ROWS.map((width) => (
          <div key={width} className="flex min-h-(--row-h) flex-col justify-center gap-2.5 px-4 py-3">
            <div className={`skeleton-bar h-3.5 ${width}`} />
            <div className="skeleton-bar h-2 w-4/5" />
          </div>
        ))}
      </div>
    </div>
  )
}
