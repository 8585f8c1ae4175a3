import type { JsonCallName, RequestOf } from '@apoderados/contract/api'
import { useEffect } from 'react'
import { config } from '../../config.ts'
import { isOnline } from '../../shared/device/online.ts'
import { queryClient } from '../../shared/queryClient.ts'
import { optionsOf } from '../../shared/useApi.ts'

/** A browser may tell that the parent pays for each byte. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false

/**
 * Fetches what the card does not show of the main pages, once it stands and nothing else goes on: so they open in
 * the metro too. Never the classmates: who reads their contacts is written down (R2).
 */
export function usePrefetch(student_id: number, today: string, isCardReady: boolean) {
  useEffect(() => {
    if (!isCardReady || !isOnline() || savesData()) return
    const timer = setTimeout(() => prefetch(student_id, today), config.prefetchAfterMs)
    return () => clearTimeout(timer)
  }, [student_id, today, isCardReady])
}

function prefetch(student_id: number, today: string) {
  const [year, month] = today.split('-').map(Number)
  const last = new Date(Date.UTC(year ?? 0, month ?? 1, 0)).toISOString()
  const range = { date_start: `${today.slice(0, 7)}-01`, date_end: last.slice(0, 10) }
  ahead('countDiaryEvents', { student_id, ...range })
  ahead('getDiaryEvents', { student_id, date: today })
  ahead('getObservations', { student_id })
}

/** What is there already is not asked for. */
const ahead = <N extends JsonCallName>(name: N, request: RequestOf<N>) =>
  void queryClient.prefetchQuery({ ...optionsOf(name, request), staleTime: Infinity })
