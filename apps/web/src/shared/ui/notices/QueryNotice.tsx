import { messages } from '@apoderados/contract/messages'
import WarningCircle from '@phosphor-icons/core/assets/regular/warning-circle.svg?react'
import WifiSlash from '@phosphor-icons/core/assets/regular/wifi-slash.svg?react'
import type { PageQuery } from '../../api/pageQuery.ts'
import { useOnline } from '../../device/network/online.ts'
import { Age } from '../content/Age.tsx'

type Props = {
  query: PageQuery
  /** The time of the shown data in epoch ms; 0 without data. */
  updatedAt: number
  /** The name of the student whom the data is about, if it is about one. */
  studentName?: string | undefined
  onRetry: () => void
}

const DETAIL = 'text-small text-text-2'
const GATEWAY_STATUSES: readonly (number | undefined)[] = [502, 503, 504]

const SCHOOL_SILENT = 'El colegio no responde'

function titleOf({ isLoadingError, error }: PageQuery, isOnline: boolean): string {
  if (!isOnline) return 'Sin conexión'
  if (error?.hasNoResponse) return SCHOOL_SILENT
  return isLoadingError ? 'No se pudo cargar' : 'No se pudo actualizar'
}

/** The server's reason for a failure; without one, that a proxy got no response, or the failure's general text. */
const reasonOf = ({ error, failure }: PageQuery): string =>
  error?.message ||
  (GATEWAY_STATUSES.includes(error?.status) ? SCHOOL_SILENT : (failure ?? messages.serviceError))

type DataAgeProps = Pick<Props, 'query' | 'updatedAt' | 'studentName'>

/** The age of the data that this device has stored, or that it has none. */
function StoredData({ query, updatedAt, studentName }: DataAgeProps) {
  if (query.isLoadingError && updatedAt === 0) {
    const of = studentName ? ` de ${studentName}` : ''
    return <p className={DETAIL}>{`No hay datos guardados${of} en este dispositivo`}</p>
  }
  if (updatedAt === 0) return null
  return (
    // With `off`, a screen reader does not announce each change of the age.
    <p aria-live="off" className={DETAIL}>
      <Age key={updatedAt} of="Datos guardados" updatedAt={updatedAt} />
    </p>
  )
}

/** The notice with the reason why the shown data is old or missing, and a button to retry. */
export function QueryNotice({ query, onRetry, ...stored }: Props) {
  const isOnline = useOnline()
  const hasNoResponse = !isOnline || query.error?.hasNoResponse
  const Icon = isOnline ? WarningCircle : WifiSlash
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 rounded-md bg-sunk py-1 pr-2 pl-4">
      <div role="status" className="flex min-w-0 flex-1 basis-40 items-center gap-4 py-1.5">
        <Icon className="size-5.5 shrink-0 text-text-2" />
        <div className="min-w-0">
          <p className="font-semibold text-small">{titleOf(query, isOnline)}</p>
          {hasNoResponse ? (
            <StoredData query={query} {...stored} />
          ) : (
            <p className={DETAIL}>{reasonOf(query)}</p>
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
