import type { Observation } from '@apoderados/contract/observations'
import type { Student } from '@apoderados/contract/profile'
import { useState } from 'react'
import { useApi } from '../../shared/api/useApi.ts'
import { Skeleton, SkeletonRows } from '../../shared/ui/notices/Skeleton.tsx'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { LatestObservation } from './LatestObservation.tsx'
import { ObservationDetail } from './ObservationDetail.tsx'
import { ObservationSection } from './ObservationSection.tsx'

/** spec §2, observaciones: the notes on conduct, in three kinds. */
export function ObservationsPage({ student }: { student: Student }) {
  const query = useApi('getObservations', { student_id: student.id })
  const [selectedId, setSelectedId] = useState<number>()
  // spec §8: a failed load is empty
  const { positive = [], negative = [], neutral = [] } = query.data?.observations ?? {}
  const all = [...positive, ...negative, ...neutral]
  const selected = all.find(({ id }) => id === selectedId)
  const shared = { selectedId, onSelect: (observation: Observation) => setSelectedId(observation.id) }
  return (
    <DataPage title="Observaciones" query={query} skeleton={<ObservationsSkeleton />}>
      <div className="beside">
        <div className="grid min-w-0 gap-5">
          <ObservationSection type="positive" observations={positive} {...shared} />
          <ObservationSection type="negative" observations={negative} {...shared} />
          <ObservationSection type="neutral" observations={neutral} {...shared} />
        </div>
        <ObservationDetail
          observation={selected}
          idle={all.length > 0 && <LatestObservation observations={all} />}
          onClose={() => setSelectedId(undefined)}
        />
      </div>
    </DataPage>
  )
}

function ObservationsSkeleton() {
  return (
    <Skeleton>
      <div className="beside">
        <div className="grid gap-5">
          {[3, 2, 1].map((count) => (
            <div key={count} className="grid gap-4">
              <div className="skeleton-bar h-3.5 w-1/3" />
              <SkeletonRows count={count} />
            </div>
          ))}
        </div>
      </div>
    </Skeleton>
  )
}
