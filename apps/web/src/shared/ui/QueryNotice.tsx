import { messages } from '@apoderados/contract/messages'
import WarningCircle from '@phosphor-icons/core/assets/regular/warning-circle.svg?react'
import WifiSlash from '@phosphor-icons/core/assets/regular/wifi-slash.svg?react'
import type { PageQuery } from '../pageQuery.ts'
import { Age } from './Age.tsx'
import { Notice } from './Notice.tsx'

type Props = {
  query: PageQuery
  isCutOff: boolean | undefined
  /** Of what is shown all the same, in epoch ms; 0 when nothing is. */
  updatedAt: number
  onRetry: () => void
}

/** Why what is shown is old, or missing. */
export function QueryNotice({ query, isCutOff, updatedAt, onRetry }: Props) {
  const action = ['Reintentar', onRetry] as [string, () => void]
  if (isCutOff) {
    return (
      <Notice icon={WifiSlash} title="Sin conexión" action={action}>
        {updatedAt > 0 && <Age key={updatedAt} updatedAt={updatedAt} />}
      </Notice>
    )
  }
  return (
    <Notice
      icon={WarningCircle}
      title={query.isLoadingError ? 'No se pudo cargar' : 'No se pudo actualizar'}
      action={action}
    >
      {query.error?.message || (query.failure ?? messages.serviceError)}
    </Notice>
  )
}
