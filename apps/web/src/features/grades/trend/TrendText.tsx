import ArrowDown from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?react'
import ArrowRight from '@phosphor-icons/core/assets/bold/arrow-right-bold.svg?react'
import ArrowUp from '@phosphor-icons/core/assets/bold/arrow-up-bold.svg?react'
import { oneDecimal } from '../../../shared/text/format.ts'
import type { TrendPeriod } from './trendPeriods.ts'

/** Compares the subject's first and last average: 'El promedio sube de 5,9 a 6,2'. It needs averages of two periods. */
export function TrendText({ periods }: { periods: readonly TrendPeriod[] }) {
  const averages = periods.map(({ average }) => average).filter((average) => average !== null)
  const [first, last] = [averages.at(0), averages.at(-1)]
  if (first === undefined || last === undefined || averages.length < 2) return null
  const [from, to] = [oneDecimal(first), oneDecimal(last)]
  const [Arrow, direction] =
    from === to
      ? [ArrowRight, `se mantiene en ${to}`]
      : last > first
        ? [ArrowUp, `sube de ${from} a ${to}`]
        : [ArrowDown, `baja de ${from} a ${to}`]
  return (
    <p className="flex items-center gap-1.5 text-small">
      <Arrow className="size-4 shrink-0" />
      El promedio {direction}
    </p>
  )
}
