import { messages } from '@apoderados/contract/messages'
import WarningCircle from '@phosphor-icons/core/assets/regular/warning-circle.svg?react'
import WifiSlash from '@phosphor-icons/core/assets/regular/wifi-slash.svg?react'
import { useOnline } from '../device/online.ts'
import { savedAt } from '../format.ts'
import type { PageQuery } from '../pageQuery.ts'
import { useProfileQuery } from '../session/profile.ts'
import { Notice } from './Notice.tsx'

type Props = {
  /** The page's own data; the profile that the guard refreshes is watched in any case. */
  query?: PageQuery
  onRetry?: () => void
}

/** The one lasting notice of a page: no connection, or what could not be loaded or refreshed (spec §8). */
export function PageNotice({ query, onRetry }: Props) {
  const isOnline = useOnline()
  const profile = useProfileQuery()
  const shown = query ?? profile
  const failed: PageQuery = query?.error ? query : profile
  if (!isOnline) {
    const saved = shown.dataUpdatedAt > 0 && `Guardado ${savedAt(new Date(shown.dataUpdatedAt), new Date())}`
    return (
      <Notice icon={WifiSlash} title="Sin conexión" action={['Reintentar', onRetry ?? shown.refetch]}>
        {saved}
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
