import { NEWS_MAX, type NewsKind } from '@apoderados/contract/news'
import { useApis } from '../../shared/api/useApi.ts'
import { useSession } from '../../shared/session/store.ts'

/** The kinds of news that a page shows, by its path. */
const kindsByPage: Record<string, readonly NewsKind[]> = {
  '/app/agenda': ['event', 'document'],
  '/app/horario': ['timetable'],
  '/app/calificaciones': ['grade'],
  '/app/observaciones': ['observation'],
  '/app/asistencia': ['absence', 'arrear'],
}

/** A page's name in the menu, with the number of unread news of the selected student for the page if there are any. */
export function MenuLabel({ path, label }: { path: string; label: string }) {
  const { selected_student } = useSession()
  const [response] = useApis('getNews', [{}], () => false)
  const { news = [] } = response?.data ?? {}
  const count = news.filter(
    ({ kind, student_id, is_unread }) =>
      is_unread && student_id === selected_student && kindsByPage[path]?.some((name) => name === kind),
  ).length
  if (count === 0) return <span>{label}</span>
  const isPartial = news.length === NEWS_MAX // older news are not in the response
  return (
    <span className="relative min-w-0 flex-1">
      <span aria-hidden="true" className="flex flex-wrap items-center justify-between gap-x-2">
        <span>{label}</span>{' '}
        <b className="min-w-6 rounded-full bg-negative px-1.75 text-center text-label text-on-negative leading-6">
          {isPartial ? `${count}+` : count}
        </b>
      </span>
      <span className="sr-only">
        {`${label}, ${isPartial ? 'al menos ' : ''}${count} ${count === 1 ? 'nueva' : 'nuevas'}`}
      </span>
    </span>
  )
}
