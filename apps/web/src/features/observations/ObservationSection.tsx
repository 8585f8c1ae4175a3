import type { Observation, ObservationType } from '@apoderados/contract/observations'
import { useId } from 'react'
import { formatDay } from '../../shared/text/format.ts'
import { fullName } from '../../shared/text/names.ts'
import { ListRow } from '../../shared/ui/content/ListRow.tsx'
import { observationKinds } from './kinds.ts'

type Props = {
  type: ObservationType
  observations: Observation[]
  selectedId: number | undefined
  /** The ids of the observations that are marked as new. */
  newIds: readonly (number | null)[]
  onOpen: (id: number) => void
}

/** The observations of one kind with their count; the section is also shown if it has none. */
export function ObservationSection({ type, observations, selectedId, newIds, onOpen }: Props) {
  const id = useId()
  const { plural, Icon, mark, badge } = observationKinds[type]
  return (
    <section aria-labelledby={id}>
      <h2
        id={id}
        aria-label={`${plural}, ${observations.length}`}
        className="mb-2.5 flex items-center gap-3 px-1 font-semibold text-row"
      >
        <Icon className={`size-5.5 shrink-0 ${mark}`} />
        <span className="min-w-0 flex-1">{plural}</span>
        <span
          className={`grid min-h-6 min-w-6 place-items-center rounded-full px-1.75 font-bold text-label ${badge}`}
        >
          {observations.length}
        </span>
      </h2>
      <div className="card">
        {observations.length === 0 && <p className="px-4 py-4 text-body text-text-2">Sin Elementos.</p>}
        <ul>
          {observations.map((observation) => (
            <ListRow
              key={observation.id}
              title={observation.observation_event.description}
              detail={[formatDay(observation.date), observation.employee && fullName(observation.employee)]
                .filter(Boolean)
                .join(' · ')}
              isChosen={observation.id === selectedId}
              isNew={newIds.includes(observation.id)}
              onOpen={() => onOpen(observation.id)}
            />
          ))}
        </ul>
      </div>
    </section>
  )
}
