import CaretLeft from '@phosphor-icons/core/assets/bold/caret-left-bold.svg?react'
import CaretRight from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import type { ComponentProps } from 'react'
import { capitalize, monthOfYear } from '../../shared/text/format.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { monthAfter, monthBefore, yearOf } from './months.ts'

type Props = ComponentProps<typeof MonthGrid>

/** A month of the current year, with buttons for the previous and the next one. */
export function MonthCard({ onMonth, ...grid }: Props) {
  const { month, today } = grid
  const year = yearOf(today)
  return (
    <div className="month-card card">
      <div className="month-head">
        <h2 aria-live="polite" className="font-semibold text-h3 tracking-title">
          {capitalize(monthOfYear(month))}
        </h2>
        <MonthButton
          label="Mes anterior"
          icon={CaretLeft}
          target={monthBefore(month)}
          {...{ year, onMonth }}
        />
        <MonthButton
          label="Mes siguiente"
          icon={CaretRight}
          target={monthAfter(month)}
          {...{ year, onMonth }}
        />
      </div>
      <MonthGrid {...grid} onMonth={onMonth} />
    </div>
  )
}

type ButtonProps = {
  label: string
  icon: typeof CaretLeft
  target: string
  year: string
  onMonth: Props['onMonth']
}

/**
 * A button that would leave the year has `aria-disabled` instead of `disabled`: it stays focusable, so that a screen
 * reader announces its title, which states the reason.
 */
function MonthButton({ label, icon: Icon, target, year, onMonth }: ButtonProps) {
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
