import { api, type ResponseOf } from '@apoderados/contract/calls/api'
import type { Student } from '@apoderados/contract/profile'
import { useEffect, useState } from 'react'
import { sendCall } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queryClient.ts'
import { useApi } from '../../shared/api/useApi.ts'
import { isNative } from '../../shared/device/native.ts'
import { useSchoolClock } from '../../shared/device/time/clock.ts'
import { navigate } from '../../shared/router.tsx'
import { Sheet } from '../../shared/ui/dialogs/Sheet.tsx'
import { EmptyList } from '../../shared/ui/notices/EmptyList.tsx'
import { PageNotice } from '../../shared/ui/notices/PageNotice.tsx'
import { Skeleton } from '../../shared/ui/notices/Skeleton.tsx'
import { lazyComponent } from '../../shared/ui/page/lazyComponent.tsx'
import { NewsList, type SharedNews } from './NewsList.tsx'
import { newsPath } from './newsText.ts'

/** Offers notifications in a browser; the phone apps do so on Inicio. It shows nothing if its code does not load. */
const PushOffer = lazyComponent(
  () => import('../../shared/notifications/PushOffer.tsx').then((m) => m.PushOffer),
  () => null,
)

type NewsResponse = ResponseOf<'getNews'>
type Props = {
  students: Student[]
  selected: Student
  isOpen: boolean
  onClose: () => void
  onSelect: (student: Student) => void
}

const sheetFooter = !isNative() && <PushOffer />

/** The news of all children. Listed items become read on the server, and look unread until the sheet closes. */
export function NewsSheet({ students, selected, isOpen, onClose, onSelect }: Props) {
  const query = useApi('getNews', {})
  const clock = useSchoolClock()
  const { data, isPending, isFetching } = query
  const [shown, setShown] = useState<NewsResponse>()
  // The first response stays shown with its unread items: in the response after `markRead` they are read.
  if (isOpen && data && !isFetching && shown === undefined) setShown(data)
  if (!isOpen && shown) setShown(undefined)
  useEffect(() => {
    if (shown && shown.unread > 0) void markRead(shown)
  }, [shown])
  const listed = shown ?? data

  const open = (item: SharedNews) => {
    onClose()
    const isOfSelected = item.student_ids.includes(selected.id)
    const student = students.find(({ id }) => id === item.student_id)
    if (!isOfSelected && student) onSelect(student)
    navigate(newsPath(item))
  }

  return (
    <Sheet title="Novedades" isOpen={isOpen} onClose={onClose} footer={sheetFooter}>
      <PageNotice query={query} onRetry={() => void query.refetch()} />
      {isPending && <Skeleton />}
      {!isPending && !listed?.news.length && (
        <EmptyList
          hint="Cuando el colegio publique algo nuevo, lo verás aquí."
          isExpected={true}
          isIncomplete={query.isLoadingError}
        />
      )}
      {listed && <NewsList news={listed.news} students={students} today={clock.day} onOpen={open} />}
    </Sheet>
  )
}

/** Marks the listed news as read by a call for each student. After a failure, the reopened sheet marks them again. */
async function markRead({ news }: NewsResponse): Promise<void> {
  const until = news[0]?.published_at
  if (!until) return
  const student_ids = new Set(news.filter(({ is_unread }) => is_unread).map(({ student_id }) => student_id))
  const calls = [...student_ids].map((student_id) =>
    sendCall(api.markNewsRead, { student_id, kind: null, until }),
  )
  await Promise.allSettled(calls)
  await queryClient.invalidateQueries({ queryKey: ['getNews'] })
}
