import type { PageQuery } from '../../api/pageQuery.ts'
import { useProfileQuery } from '../../api/profileQuery.ts'
import { useOnline } from '../../device/network/online.ts'
import { QueryNotice } from './QueryNotice.tsx'

type PageNoticeProps = {
  /** The query of the page's data, if it has one. The notice also appears if the refresh of the profile fails. */
  query?: PageQuery
  onRetry?: () => void
}

/** The notice of no connection or of data that failed to load or refresh; it stays until that has changed (spec §8). */
export function PageNotice({ query, onRetry }: PageNoticeProps) {
  const profile = useProfileQuery()
  const shownQuery = query ?? profile
  const failed = query?.error ? query : profile
  const isOffline = !useOnline() || failed.error?.hasNoResponse
  if (!isOffline && !failed.error) return null
  const retry = () => {
    if (profile.error || !query) void profile.refetch()
    if (query && (isOffline || query.error)) void (onRetry ?? query.refetch)()
  }
  return (
    <QueryNotice query={failed} isOffline={isOffline} updatedAt={shownQuery.dataUpdatedAt} onRetry={retry} />
  )
}
