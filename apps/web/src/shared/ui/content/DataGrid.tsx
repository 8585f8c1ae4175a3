import type { ReactNode } from 'react'

/** A description list: two columns on a phone, three on a desktop, one where the text is very large. */
export function DataGrid({ children }: { children: ReactNode }) {
  return (
    <div className="data-grid">
      <dl className="p-4 lg:p-5">{children}</dl>
    </div>
  )
}

const WIDTHS = {
  one: '',
  /** Two of the three columns on a desktop, the whole row on a phone. */
  wide: 'datum-wide',
  row: 'datum-row',
  /** One column; on a phone, the datum comes after all others. */
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
