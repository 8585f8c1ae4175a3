import { LabelWithNews } from '../../shared/news/LabelWithNews.tsx'
import { useUnreadCount } from '../../shared/news/useUnreadNews.ts'
import { useSession } from '../../shared/session/store.ts'
import type { menuEntries } from './menu.ts'

type Props = { label: string; entries: typeof menuEntries; badgeClass: string }

/** A label with the number of unread news of the selected student on the pages of these entries. */
export function EntryLabel({ label, entries, badgeClass }: Props) {
  const { selected_student } = useSession()
  const unread = useUnreadCount(
    ({ kind, student_id }) =>
      student_id === selected_student &&
      entries.some(({ newsKinds }) => newsKinds?.some((name) => name === kind)),
  )
  return <LabelWithNews label={label} {...unread} badgeClass={badgeClass} />
}
