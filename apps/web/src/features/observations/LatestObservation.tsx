import type { Observation } from '@apoderados/contract/observations'
import { formatDay } from '../../shared/text/format.ts'
import { Section } from '../../shared/ui/content/Section.tsx'
import { TypeChip } from './TypeChip.tsx'

/** The newest observation, which the desktop's panel shows while no detail is open. */
export function LatestObservation({ observations }: { observations: readonly Observation[] }) {
  const newest = observations.toSorted((one, other) => other.date.localeCompare(one.date))[0]
  if (!newest) return null
  const { date, observation, observation_event } = newest
  return (
    <Section title="La más reciente" aside={formatDay(date)}>
      <div className="grid gap-3 p-5">
        <p className="fact-text text-body leading-body">{observation}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-small text-text-2">
          {observation_event.description}
          <TypeChip type={observation_event.event_type} />
        </p>
      </div>
    </Section>
  )
}
