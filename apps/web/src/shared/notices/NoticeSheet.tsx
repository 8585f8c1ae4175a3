import { lazyApi } from '@apoderados/contract/calls/lazyApi'
import type { Notice } from '@apoderados/contract/notices'
import type { Student } from '@apoderados/contract/profile'
import CheckCircle from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?react'
import Check from '@phosphor-icons/core/assets/regular/check.svg?react'
import DownloadSimple from '@phosphor-icons/core/assets/regular/download-simple.svg?react'
import FileText from '@phosphor-icons/core/assets/regular/file-text.svg?react'
import Printer from '@phosphor-icons/core/assets/regular/printer.svg?react'
import SealCheck from '@phosphor-icons/core/assets/regular/seal-check.svg?react'
import { useEffect, useState } from 'react'
import { ApiError, sendCall } from '../api/api.ts'
import { queryClient } from '../api/queryClient.ts'
import { useDownload } from '../device/files/useDownload.ts'
import { isNative } from '../device/native.ts'
import { useOnline } from '../device/network/online.ts'
import { dayAndMonth, localTimeOf } from '../text/format.ts'
import { shortName } from '../text/names.ts'
import { Chip } from '../ui/content/Chip.tsx'
import { Sheet } from '../ui/dialogs/Sheet.tsx'
import { Button } from '../ui/forms/Button.tsx'
import { NoticeText } from './NoticeText.tsx'

type Props = {
  /** The notice that the address names; undefined if the parent does not see it. */
  notice: Notice | undefined
  isAddressed: boolean
  /** Whether the list of notices is the server's current one. */
  isSettled: boolean
  students: Student[]
  onClose: () => void
}

const refetchNotices = () => queryClient.invalidateQueries({ queryKey: ['getNotices'] })

const momentText = (moment: string) => {
  const { day, time } = localTimeOf(moment)
  return `${dayAndMonth(day)}, ${time}`
}

const yearOf = (moment: string) => localTimeOf(moment).day.slice(0, 4)

/** A notice, with its documents and its receipt. */
export function NoticeSheet({ notice, isAddressed, isSettled, students, onClose }: Props) {
  const [shown, setShown] = useState(notice)
  if (notice && notice !== shown) setShown(notice)
  const isGone = isAddressed && !notice && isSettled
  useMarkRead(isAddressed ? notice : undefined)
  if (isGone || !shown)
    return (
      <Sheet title="Comunicado" isOpen={isGone} onClose={onClose}>
        <p className="text-body">Este comunicado ya no está. El colegio lo retiró o terminó su plazo.</p>
      </Sheet>
    )
  return (
    <Sheet
      title={shown.title}
      subtitle={
        <>
          <span className="block">
            {`${shown.sender} · ${dayAndMonth(localTimeOf(shown.sent_at).day)} de ${yearOf(shown.sent_at)}`}
          </span>
          <span className="block">{shown.audience}</span>
        </>
      }
      isOpen={isAddressed}
      onClose={onClose}
      footer={shown.asks_receipt && <Receipt key={shown.version} notice={shown} students={students} />}
    >
      {shown.corrected_at && (
        <p className="mb-3">
          <Chip tone="neutral">{`Corregido el ${momentText(shown.corrected_at)}`}</Chip>
        </p>
      )}
      <NoticeText text={shown.body} />
      {shown.files.map((file, index) => (
        <NoticeDocument key={file.document} id={index + 1} file={file} />
      ))}
      {!isNative() && (
        <div className="mt-2 print:hidden">
          <Button variant="text" onClick={() => print()}>
            <Printer className="size-5.5 shrink-0" />
            Imprimir
          </Button>
        </div>
      )}
    </Sheet>
  )
}

/** Notes that the notice was opened. Without a connection it stays unread until it is opened again. */
function useMarkRead(notice: Notice | undefined): void {
  const { id, version, is_read } = notice ?? {}
  useEffect(() => {
    if (id === undefined || version === undefined || is_read) return
    sendCall(lazyApi.markNoticeRead, { notice_id: id, version }).then(refetchNotices, () => undefined)
  }, [id, version, is_read])
}

const sizeText = (bytes: number) =>
  bytes < 1_048_576
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1_048_576).toFixed(1).replace('.', ',')} MB`

function NoticeDocument({ id, file }: { id: number; file: Notice['files'][number] }) {
  const { state, start } = useDownload({ id, document: file.document })
  return (
    <>
      <button type="button" onClick={start} aria-busy={state.kind === 'busy'} className="mb-3 card row">
        <FileText className="size-6 shrink-0 self-center text-text-2" />
        <span className="row-body">
          <span className="min-w-0">
            <span className="wrap-anywhere block font-medium text-body">{file.name}</span>{' '}
            <span className="block text-small text-text-2">
              {state.kind === 'busy' ? 'Descargando' : sizeText(file.bytes)}
            </span>
          </span>
        </span>
        <DownloadSimple className="size-5.5 shrink-0 self-center text-text-2" />
      </button>
      {state.kind === 'failed' && (
        <p role="alert" className="mb-3 text-negative-text text-small">
          {`No se pudo descargar el documento. ${state.message}`}
        </p>
      )}
    </>
  )
}

/** What a receipt means, its button, and the receipt once it is given. */
function Receipt({ notice, students }: { notice: Notice; students: Student[] }) {
  const isOnline = useOnline()
  const [state, setState] = useState<'idle' | 'busy' | { failure: string }>('idle')
  const { id: notice_id, version, received_at, student_ids } = notice
  if (received_at)
    return (
      <p role="status">
        <Chip tone="positive" icon={CheckCircle}>{`Recibido el ${momentText(received_at)}`}</Chip>
      </p>
    )

  async function confirm(): Promise<void> {
    setState('busy')
    try {
      await sendCall(lazyApi.acknowledgeNotice, { notice_id, version })
      await refetchNotices()
      setState('idle')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState({ failure: error.message || 'No se pudo enviar. Inténtalo otra vez.' })
      if (error.status === 409 || error.status === 404) void refetchNotices()
    }
  }
  const names = students.filter(({ id }) => student_ids.includes(id)).map(shortName)
  return (
    <>
      <p className="flex gap-3 rounded-lg bg-accent-soft p-4 text-small">
        <SealCheck className="size-6 shrink-0 text-accent-text" />
        <span>
          Al tocar el botón dejas constancia de que lo recibiste. Queda tu nombre, la hora y esta versión. No
          significa que estés de acuerdo.
        </span>
      </p>
      {typeof state === 'object' && (
        <p role="alert" className="text-negative-text text-small">
          {state.failure}
        </p>
      )}
      <Button disabled={!isOnline} busyLabel={state === 'busy' && 'Enviando'} onClick={() => void confirm()}>
        {isOnline && <Check className="size-5.5 shrink-0" />}
        {isOnline ? 'Acuso recibo' : 'Necesita conexión'}
      </Button>
      {names.length > 1 && (
        <p className="text-center text-small text-text-2">
          {`Pedido para ${new Intl.ListFormat('es').format(names)}: basta una vez.`}
        </p>
      )}
    </>
  )
}
