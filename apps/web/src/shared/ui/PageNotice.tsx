import { messages } from '@apoderados/contract/messages'
import WarningCircle from '@phosphor-icons/core/assets/regular/warning-circle.svg?react'
import WifiSlash from '@phosphor-icons/core/assets/regular/wifi-slash.svg?react'
import type { ApiError } from '../api.ts'
import { useOnline } from '../device/online.ts'
import { savedAt } from '../format.ts'
import { useProfileQuery } from '../session/profile.ts'
import { Notice } from './Notice.tsx'

/** What a page needs to know of its query. `dataUpdatedAt` in epoch ms, 0 when unknown. */
export type PageQuery = {
  isPending: boolean
  /** It failed and there is nothing from before. */
  isLoadingError: boolean
  error: ApiError | null
  dataUpdatedAt: number
  /** What to say of a failure without a message of its own. */
  failure?: string
  refetch: () => Promise<unknown>
}

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
