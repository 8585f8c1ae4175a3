import CaretLeft from '@phosphor-icons/core/assets/bold/caret-left-bold.svg?react'
import CaretRight from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import type { ComponentProps } from 'react'
import { capitalize, monthOfYear } from '../../shared/text/format.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { monthAfter, monthBefore, yearOf } from './months.ts'

export const MONTH_CARD =
  'card @container p-2 pb-3 large-text:px-1 @min-[64rem]/app:p-5 @min-[64rem]/app:pt-4'
export const MONTH_HEAD = 'flex min-h-(--touch) flex-wrap items-center pl-2'

/** A month of the current year, with buttons for the previous and the next one. */
export function MonthCard(props: ComponentProps<typeof MonthGrid>) {
  const { month, today, onMonth } = props
  const year = yearOf(today)
  // A button that would leave the year has `aria-disabled` instead of `disabled`: it stays focusable, so that a screen
  // reader announces its title, which states the reason.
  const button = (label: string, Icon: typeof CaretLeft, target: string) => {
    const isOutside = yearOf(target) !== year
    return (
      <button
        type="button"
        aria-label={label}
        aria-disabled={isOutside || undefined}
        title={isOutside ? `La agenda muestra solo el año ${year}` : label}
        onClick={() => !isOutside && onMonth(target)}
        className="grid size-(--touch) shrink-0 place-items-center rounded-md text-text-2 hover:bg-hover aria-disabled:cursor-default aria-disabled:bg-transparent aria-disabled:text-text-3 aria-disabled:opacity-50"
      >
        <Icon className="size-5" />
      </button>
    )
  }
  return (
    <div className={MONTH_CARD}>
      <div className={MONTH_HEAD}>
        <h2
          aria-live="polite"
          className="flex-[1_1_6rem] font-semibold text-h3 tracking-title large-text:text-[1rem]"
        >
          {capitalize(monthOfYear(month))}
        </h2>
        {button('Mes anterior', CaretLeft, monthBefore(month))}
        {button('Mes siguiente', CaretRight, monthAfter(month))}
      </div>
      <MonthGrid {...props} />
    </div>
  )
}
