import type { PageQuery } from '../../api/pageQuery.ts'
import { watchProfileAge } from '../../api/profileAge.ts'
import { reconnect } from '../../api/reconnect.ts'
import { useOnline } from '../../device/network/online.ts'
import { useProfileQuery } from '../../session/profile.ts'
import { QueryNotice } from './QueryNotice.tsx'

reconnect()
watchProfileAge()

export type PageNoticeProps = {
  /** The page's own data; the profile that the guard refreshes is watched in any case. */
  query?: PageQuery
  onRetry?: () => void
}

/** The one lasting notice of a page: no connection, or what could not be loaded or refreshed (spec §8). */
export function PageNotice({ query, onRetry }: PageNoticeProps) {
  const profile = useProfileQuery()
  const shown = query ?? profile
  const failed = query?.error ? query : profile
  const isCutOff = !useOnline() || failed.error?.isCutOff
  if (!isCutOff && !failed.error) return null
  const retry = () => {
    if (profile.error || !query) void profile.refetch()
    if (query && (isCutOff || query.error)) void (onRetry ?? query.refetch)()
  }
  return <QueryNotice query={failed} isCutOff={isCutOff} updatedAt={shown.dataUpdatedAt} onRetry={retry} />
}
