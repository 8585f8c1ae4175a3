import type { Arrear } from '@apoderados/contract/attendance'
import { capitalize, formatDay, localTimeOf, longDay } from '../../shared/text/format.ts'
import { Section } from '../../shared/ui/content/Section.tsx'
import { StatusChip } from './StatusChip.tsx'

/** The newest late arrival, which the desktop's panel shows while no detail is open. */
export function LatestArrear({ arrear }: { arrear: Arrear }) {
  const { day, time } = localTimeOf(arrear.date_late)
  return (
    <Section title="El atraso más reciente" aside={formatDay(day)}>
      <div className="grid gap-3 p-5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-body">
          {capitalize(longDay(day))}, {time}
          <StatusChip status={arrear.status} />
        </p>
        {arrear.observation && (
          <p className="fact-text text-small text-text-2 leading-body">{arrear.observation}</p>
        )}
      </div>
    </Section>
  )
}
