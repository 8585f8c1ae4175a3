import type { ReactNode } from 'react'

/** A description list in one to three columns, by its width in rem: mostly two on a phone and three on a desktop. */
export function DataGrid({ children }: { children: ReactNode }) {
  return (
    <div className="data-grid">
      <dl className="p-4 lg:p-5">{children}</dl>
    </div>
  )
}

const WIDTHS = {
  one: '',
  /** Two of three columns; the whole row if there are fewer columns. */
  wide: 'datum-wide',
  /** The whole row. */
  row: 'datum-row',
  /** One column, like `one`; on a phone, the datum comes after all others. */
  last: 'order-last lg:order-none',
}

type Props = { label: string; children: ReactNode; width?: keyof typeof WIDTHS }

/** A label and its value in a `DataGrid`. */
export function Datum({ label, children, width = 'one' }: Props) {
  return (
    <div className={WIDTHS[width]}>
      <dt className="text-caption text-text-2">{label}</dt>
      <dd className="mt-0.5 font-medium text-row">{children}</dd>
    </div>
  )
}
