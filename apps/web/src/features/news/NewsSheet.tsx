import type { Student } from '@apoderados/contract/profile'
import type { MouseEvent } from 'react'
import { useApi } from '../../shared/api/useApi.ts'
import { isNative } from '../../shared/device/native.ts'
import { useSchoolClock } from '../../shared/device/time/clock.ts'
import { markAllNewsRead, markNewsRead } from '../../shared/news/markNewsRead.ts'
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

type Props = {
  students: Student[]
  selected: Student
  isOpen: boolean
  onClose: () => void
  onSelect: (student: Student) => void
}

const sheetFooter = !isNative() && <PushOffer />

/** The news of all children. An item becomes read when it is opened, or all of them by the button above. */
export function NewsSheet({ students, selected, isOpen, onClose, onSelect }: Props) {
  const query = useApi('getNews', {})
  const clock = useSchoolClock()
  const { data, isPending } = query
  const newest = data?.news[0]

  const readAll = ({ currentTarget }: MouseEvent) => {
    if (!newest) return
    const student_ids = students.map(({ id }) => id)
    void markAllNewsRead(student_ids, newest.published_at)
    currentTarget.closest('dialog')?.querySelector('h2')?.focus() // the button disappears
  }
  const open = (item: SharedNews) => {
    void markNewsRead(data?.news.filter(({ id, is_unread }) => item.ids.includes(id) && is_unread) ?? [])
    const isOfSelected = item.student_ids.includes(selected.id)
    const student = students.find(({ id }) => id === item.student_id)
    if (!isOfSelected && student) onSelect(student)
    navigate(newsPath(item)) // leaves the dialog
  }

  return (
    <Sheet title="Novedades" isOpen={isOpen} onClose={onClose} footer={sheetFooter}>
      <PageNotice query={query} onRetry={() => void query.refetch()} />
      {isPending && <Skeleton />}
      {!isPending && !newest && (
        <EmptyList
          hint="Cuando el colegio publique algo nuevo, lo verás aquí."
          isExpected={true}
          isIncomplete={query.isLoadingError}
        />
      )}
      {data && data.unread > 0 && (
        <button
          type="button"
          onClick={readAll}
          className="-mt-1 mb-3 min-h-(--touch) self-start rounded-md bg-accent-soft px-4 py-1 font-semibold text-accent-text text-small"
        >
          Marcar todo como leído
        </button>
      )}
      {data && <NewsList news={data.news} students={students} today={clock.day} onOpen={open} />}
    </Sheet>
  )
}
