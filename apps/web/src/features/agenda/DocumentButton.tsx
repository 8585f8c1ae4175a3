import WarningCircle from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?react'
import DownloadSimple from '@phosphor-icons/core/assets/regular/download-simple.svg?react'
import { Button } from '../../shared/ui/forms/Button.tsx'
import type { DownloadState } from './useDownload.ts'

type Props = { state: DownloadState; onStart: () => void }

/** The button that downloads an event's document, with the progress or the failure of the download. */
export function DocumentButton({ state, onStart }: Props) {
  const isBusy = state.kind === 'busy'
  const percent = isBusy ? state.percent : undefined
  return (
    <>
      {state.kind === 'failed' && (
        <div role="alert" className="flex items-start gap-2.5 text-negative-text text-small">
          <WarningCircle className="size-5 shrink-0" />
          <div className="min-w-0">
            <p className="font-semibold">
              {state.at === 'opening'
                ? 'No se pudo abrir el documento.'
                : 'No se pudo descargar el documento.'}
            </p>
            {state.message && <p>{state.message}</p>}
          </div>
        </div>
      )}
      <Button
        variant="soft"
        busyLabel={isBusy && (percent === undefined ? 'Descargando' : `Descargando ${percent}%`)}
        onClick={onStart}
      >
        <DownloadSimple className="size-5.5 shrink-0" />
        Descargar documento adjunto
      </Button>
      {isBusy && (
        <progress className="sr-only" aria-label="Descarga del documento" value={percent} max={100} />
      )}
      <p role="status" className="sr-only">
        {state.kind === 'saved' && 'Documento descargado'}
      </p>
    </>
  )
}
