import { BASE_PATH } from '@apoderados/contract/calls/call'
import { lazyApi } from '@apoderados/contract/calls/lazyApi'
import type { DocumentKind } from '@apoderados/contract/documents'
import { useEffect, useEffectEvent, useState } from 'react'
import { useUncachedRead } from '../../shared/api/useUncachedRead.ts'
import { saveFile } from '../../shared/device/files/saveFile.ts'

type Outcome = 'success' | 'error'
type Options = {
  /** Starts the simulation, for a certificate that the school does not issue. */
  simulate: () => void
  tell: (outcome: Outcome) => void
}

/** Which certificates the school issues; null if the server lacks them. */
const useIssuedKinds = (student_id: number) =>
  useUncachedRead('getCertificates', lazyApi.getCertificates, { student_id })

/**
 * The download of a certificate that the school issues. Before the server has told which ones these are, a tap waits;
 * without an answer, it starts the simulation. Leaving the page cancels the download.
 */
export function useCertificate(kind: DocumentKind, student_id: number, { simulate, tell }: Options) {
  const { data, isPending, fetchStatus } = useIssuedKinds(student_id)
  const [wanted, setWanted] = useState<{ student_id: number }>()
  const [percent, setPercent] = useState<number>()
  const isKnown = !isPending || fetchStatus !== 'fetching'
  const isIssued = data?.kinds.includes(kind) ?? false
  const isBusy = wanted !== undefined

  const begin = useEffectEvent(() => {
    setWanted(undefined)
    simulate()
  })
  const end = useEffectEvent((outcome: Outcome) => {
    setWanted(undefined)
    setPercent(undefined)
    tell(outcome)
  })

  useEffect(() => {
    if (!wanted || !isKnown) return
    if (!isIssued) return begin()
    const stop = new AbortController()
    const onProgress = (now: number) => !stop.signal.aborted && setPercent(now)
    void downloadCertificate(kind, wanted.student_id, stop.signal, onProgress).then(
      (outcome) => !stop.signal.aborted && end(outcome),
    )
    return () => stop.abort()
  }, [wanted, isKnown, isIssued, kind])

  function start() {
    if (isKnown && !isIssued) simulate()
    else setWanted((now) => now ?? { student_id })
  }
  return { isBusy, percent, start }
}

async function downloadCertificate(
  kind: DocumentKind,
  student_id: number,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<Outcome> {
  const link = `${BASE_PATH}/certificates/${kind}?student_id=${student_id}`
  try {
    const { download } = await import('../../shared/api/download.ts')
    const { name, content } = await download(link, { signal, onProgress })
    const obstacle = signal.aborted ? undefined : await saveFile(name, content, signal)
    return obstacle ? 'error' : 'success'
  } catch {
    return 'error'
  }
}
