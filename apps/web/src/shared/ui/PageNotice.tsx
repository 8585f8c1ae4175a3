import { useOnline } from '../device/online.ts'
import type { PageQuery } from '../pageQuery.ts'
import { watchProfileAge } from '../profileAge.ts'
import { reconnect } from '../reconnect.ts'
import { useProfileQuery } from '../session/profile.ts'
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
