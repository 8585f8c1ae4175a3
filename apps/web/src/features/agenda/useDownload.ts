import type { DiaryEvent } from '@apoderados/contract/agenda'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../shared/api.ts'
import { saveFile } from '../../shared/device/saveFile.ts'
import { download } from '../../shared/download.ts'

export type DownloadState =
  | { kind: 'idle' }
  /** `percent` is undefined when the server does not say how long the file is. */
  | { kind: 'busy'; percent?: number }
  | { kind: 'saved' }
  /** `message`: the server's own, or ''. */
  | { kind: 'failed'; message: string }

/** The download of the open event's document: one at a time, given up when the event is closed or left. */
export function useDownload(event: DiaryEvent | undefined) {
  const [state, setState] = useState<DownloadState>({ kind: 'idle' })
  const underWay = useRef<AbortController>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends with the event that it belongs to
  useEffect(() => {
    return () => {
      underWay.current?.abort()
      underWay.current = undefined
      setState({ kind: 'idle' })
    }
  }, [event?.id, event?.document])

  async function start(link: string) {
    if (underWay.current) return
    const stop = new AbortController()
    underWay.current = stop
    const become = (next: DownloadState) => !stop.signal.aborted && setState(next)
    become({ kind: 'busy' })
    try {
      const onProgress = (percent: number) => become({ kind: 'busy', percent })
      const { name, content } = await download(link, { signal: stop.signal, onProgress })
      if (!stop.signal.aborted) saveFile(name, content)
      become({ kind: 'saved' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      become({ kind: 'failed', message: error.message })
    }
    if (underWay.current === stop) underWay.current = undefined
  }

  return { state, start }
}
