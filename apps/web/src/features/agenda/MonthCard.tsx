import CaretLeft from '@phosphor-icons/core/assets/bold/caret-left-bold.svg?react'
import CaretRight from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import type { ComponentProps } from 'react'
import { capitalize, monthOfYear } from '../../shared/text/format.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { monthAfter, monthBefore, yearOf } from './months.ts'

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
        className="month-button"
      >
        <Icon className="size-5" />
      </button>
    )
  }
  return (
    <div className="month-card card">
      <div className="month-head">
        <h2 aria-live="polite" className="font-semibold text-h3 tracking-title">
          {capitalize(monthOfYear(month))}
        </h2>
        {button('Mes anterior', CaretLeft, monthBefore(month))}
        {button('Mes siguiente', CaretRight, monthAfter(month))}
      </div>
      <MonthGrid {...props} />
    </div>
  )
}
