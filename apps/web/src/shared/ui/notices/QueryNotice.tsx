import { messages } from '@apoderados/contract/messages'
import WarningCircle from '@phosphor-icons/core/assets/regular/warning-circle.svg?react'
import WifiSlash from '@phosphor-icons/core/assets/regular/wifi-slash.svg?react'
import type { PageQuery } from '../../api/pageQuery.ts'
import { Age } from '../content/Age.tsx'

type Props = {
  query: PageQuery
  isOffline: boolean | undefined
  /** The time of the shown data in epoch ms; 0 without data. */
  updatedAt: number
  onRetry: () => void
}

function titleOf({ query, isOffline }: Props): string {
  if (isOffline) return 'Sin conexión'
  return query.isLoadingError ? 'No se pudo cargar' : 'No se pudo actualizar'
}

/** The notice with the reason why the shown data is old or missing, and a button to retry. */
export function QueryNotice(props: Props) {
  const { query, isOffline, updatedAt, onRetry } = props
  const Icon = isOffline ? WifiSlash : WarningCircle
  const reason = query.error?.message || (query.failure ?? messages.serviceError)
  const detail = isOffline
    ? updatedAt > 0 && <Age key={updatedAt} of="Datos guardados" updatedAt={updatedAt} />
    : reason
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 rounded-md bg-sunk py-1 pr-2 pl-4">
      <div role="status" className="flex min-w-0 flex-1 basis-40 items-center gap-4 py-1.5">
        <Icon className="size-5.5 shrink-0 text-text-2" />
        <div className="min-w-0">
          <p className="font-semibold text-small">{titleOf(props)}</p>
          {detail && (
            // With `off`, a screen reader does not announce each change of the age.
            <p aria-live={isOffline ? 'off' : undefined} className="text-small text-text-2">
              {detail}
            </p>
          )}
        </div>
      </div>
      <button
        type="button"
        onClick={onRetry}
        className="min-h-(--touch) rounded-md px-3 font-semibold text-accent-text text-small"
      >
        Reintentar
      </button>
    </div>
  )
}
