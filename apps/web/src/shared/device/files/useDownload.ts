import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api.ts'
import { saveFile } from './saveFile.ts'

export type DownloadState =
  | { kind: 'idle' }
  /** `percent` is undefined if the server does not send the file's length. */
  | { kind: 'busy'; percent?: number }
  | { kind: 'saved' }
  /** `message` is the server's text, or says what the device lacks; '' if the server sent no text. */
  | { kind: 'failed'; at: 'download' | 'opening'; message: string }

/** A document that the parent has requested; `id` is its event's. A new request is a new object and runs the effect. */
type RequestedDocument = { id: number; link: string }

/** The download of the open event's document. Closing it, opening another event or leaving the page cancels it. */
export function useDownload(event: Pick<DiaryEvent, 'id' | 'document'> | undefined) {
  const [state, setState] = useState<DownloadState>({ kind: 'idle' })
  const [wanted, setWanted] = useState<RequestedDocument>()
  if (wanted && (wanted.id !== event?.id || wanted.link !== event.document)) {
    setWanted(undefined)
    setState({ kind: 'idle' })
  }

  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    void downloadAndSave(wanted.link, stop.signal, (next) => !stop.signal.aborted && setState(next))
    return () => stop.abort()
  }, [wanted])

  function start() {
    if (!event?.document) return
    setWanted({ id: event.id, link: event.document })
    setState({ kind: 'busy' })
  }

  return { state, start }
}

/** Loads the code for downloads when the first document is requested. A failure is reported as a missing network. */
const loadDownload = () =>
  import('../../api/download.ts').catch(() => {
    throw new ApiError('', 'network')
  })

async function downloadAndSave(link: string, signal: AbortSignal, setState: (next: DownloadState) => void) {
  try {
    const onProgress = (percent: number) => setState({ kind: 'busy', percent })
    const { download } = await loadDownload()
    if (signal.aborted) return
    const { name, content } = await download(link, { signal, onProgress })
    const obstacle = signal.aborted ? undefined : await saveFile(name, content, signal)
    setState(obstacle ? { kind: 'failed', at: 'opening', message: obstacle } : { kind: 'saved' })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    setState({
      kind: 'failed',
      at: 'download',
      message: error.message || (error.hasNoResponse ? 'Necesitas conexión a internet.' : ''),
    })
  }
}
