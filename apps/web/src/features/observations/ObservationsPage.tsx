import type { Student } from '@apoderados/contract/profile'
import { useApi } from '../../shared/api/useApi.ts'
import { useUnreadNews } from '../../shared/news/useUnreadNews.ts'
import { isSettled, useOpenItem } from '../../shared/searchParams.ts'
import { EmptyList } from '../../shared/ui/notices/EmptyList.tsx'
import { Skeleton, SkeletonRows } from '../../shared/ui/notices/Skeleton.tsx'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { ObservationDetail } from './ObservationDetail.tsx'
import { ObservationSection } from './ObservationSection.tsx'

/** spec §2, observaciones: the notes on conduct, in three kinds. */
export function ObservationsPage({ student }: { student: Student }) {
  const query = useApi('getObservations', { student_id: student.id })
  const { positive = [], negative = [], neutral = [] } = query.data?.observations ?? {}
  const all = [...positive, ...negative, ...neutral]
  const { item, open, close } = useOpenItem('observacion', all, isSettled(query))
  const { news } = useUnreadNews(student.id, ['observation'], () => isSettled(query))
  const newIds = news.map(({ item_id }) => item_id)
  const shared = { newIds, selectedId: item?.id, onOpen: open }
  const page = { title: 'Observaciones', query, skeleton: <ObservationsSkeleton /> }
  if (query.isLoadingError) {
    return (
      <DataPage {...page}>
        <EmptyList isIncomplete={true} />
      </DataPage>
    )
  }
  return (
    <DataPage {...page}>
      <div className="beside">
        <div className="grid min-w-0 gap-5">
          <ObservationSection type="positive" observations={positive} {...shared} />
          <ObservationSection type="negative" observations={negative} {...shared} />
          <ObservationSection type="neutral" observations={neutral} {...shared} />
        </div>
        <ObservationDetail observation={item} all={all} onClose={close} />
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
