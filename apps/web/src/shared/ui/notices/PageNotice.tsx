import type { PageQuery } from '../../api/pageQuery.ts'
import { useProfileQuery } from '../../api/profileQuery.ts'
import { useOnline } from '../../device/network/online.ts'
import { QueryNotice } from './QueryNotice.tsx'

type PageNoticeProps = {
  /** The query of the page's data, if it has one. The notice also appears if the refresh of the profile fails. */
  query?: PageQuery
  studentName?: string | undefined
  onRetry?: () => void
}

/** The notice of no connection or of data that failed to load or refresh; it stays until that has changed (spec §8). */
export function PageNotice({ query, studentName, onRetry }: PageNoticeProps) {
  const profile = useProfileQuery()
  const shownQuery = query ?? profile
  const failed = query?.error ? query : profile
  const isOnline = useOnline()
  if (isOnline && !failed.error) return null
  const retry = () => {
    if (profile.error || !query) void profile.refetch()
    if (query && (!isOnline || failed.error?.hasNoResponse || query.error)) void (onRetry ?? query.refetch)()
  }
  return (
    <QueryNotice
      query={failed}
      updatedAt={shownQuery.dataUpdatedAt}
      studentName={studentName}
      onRetry={retry}
    />
  )
}
