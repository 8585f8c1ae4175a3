import { messages } from '@apoderados/contract/messages'
import WarningCircle from '@phosphor-icons/core/assets/regular/warning-circle.svg?react'
import WifiSlash from '@phosphor-icons/core/assets/regular/wifi-slash.svg?react'
import { watchCutOff } from '../comeBack.ts'
import { useOnline } from '../device/online.ts'
import type { PageQuery } from '../pageQuery.ts'
import { watchProfileAge } from '../profileAge.ts'
import { useProfileQuery } from '../session/profile.ts'
import { Age } from './Age.tsx'
import { Notice } from './Notice.tsx'

watchCutOff()
watchProfileAge()

export type PageNoticeProps = {
  /** The page's own data; the profile that the guard refreshes is watched in any case. */
  query?: PageQuery
  onRetry?: () => void
}

/** The one lasting notice of a page: no connection, or what could not be loaded or refreshed (spec §8). */
export function PageNotice({ query, onRetry }: PageNoticeProps) {
  const isOnline = useOnline()
  const profile = useProfileQuery()
  const shown = query ?? profile
  const failed: PageQuery = query?.error ? query : profile
  if (!isOnline || failed.error?.isCutOff) {
    return (
      <Notice icon={WifiSlash} title="Sin conexión" action={['Reintentar', onRetry ?? shown.refetch]}>
        {shown.dataUpdatedAt > 0 && <Age key={shown.dataUpdatedAt} updatedAt={shown.dataUpdatedAt} />}
      </Notice>
    )
  }
  if (!failed.error) return null
  return (
    <Notice
      icon={WarningCircle}
      title={failed.isLoadingError ? 'No se pudo cargar' : 'No se pudo actualizar'}
      action={['Reintentar', failed === query && onRetry ? onRetry : failed.refetch]}
    >
      {failed.error.message || (failed.failure ?? messages.serviceError)}
    </Notice>
  )
}
