import type { ReactNode } from 'react'

/** A description list in one to three columns, by its width in rem: mostly two on a phone and three on a desktop. */
export function DataGrid({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <dl className="grid grid-flow-dense gap-x-4 gap-y-5 p-4 tabular-nums @min-[15rem]:grid-cols-2 @min-[32rem]:grid-cols-3 lg:p-5">
        {children}
      </dl>
    </div>
  )
}

const WIDTHS = {
  one: '',
  /** Two of three columns; the whole row if there are fewer columns. */
  wide: '@min-[15rem]:col-span-full @min-[32rem]:col-span-2',
  /** The whole row. */
  row: '@min-[15rem]:col-span-full',
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
